import { type Browser, expect, type Page } from '@playwright/test'

export const demo = {
  admin: { page: '/admin', email: 'admin@jaanch.example', password: 'admin-demo-2026' },
  lab1: { page: '/lab', email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
} as const

/** A browser of one's own, signed in on one's own page. */
export async function signIn(browser: Browser, who: (typeof demo)[keyof typeof demo]): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(who.page)
  await page.getByLabel(/^Email/).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/dashboard')
  return page
}

/** Opens a customer account through the registration form and lands on the customer's home. */
export async function registerCustomer(page: Page, name: string): Promise<void> {
  await page.goto('/user')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill(name)
  await page
    .getByLabel('Email')
    .fill(`${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@customers.example`)
  await page.getByLabel('Password', { exact: true }).fill('a-good-secret')
  await page.getByLabel('Confirm Password').fill('a-good-secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/home')
  await expect(page.getByRole('heading', { name: `Hello, ${name.split(' ')[0]}` })).toBeVisible()
}
