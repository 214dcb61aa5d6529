import { type Browser, expect, type Page } from '@playwright/test'
import { keptSession } from './kept-session.ts'

export const demo = {
  admin: { email: 'admin@jaanch.example', password: 'admin-demo-2026' },
  lab1: { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
} as const

/** A browser of one's own, signed in without the form, on one's own page. */
export async function signIn(browser: Browser, who: (typeof demo)[keyof typeof demo]): Promise<Page> {
  const page = await (await browser.newContext({ storageState: await keptSession(who) })).newPage()
  await page.goto('/dashboard')
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
