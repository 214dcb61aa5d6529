import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { demoAccounts, type Role } from './demo-accounts.ts'
import { newSession, registerSession, savedSession } from './saved-session.ts'

/** A position in Pune, with the permission to read it */
export const pune = { geolocation: { latitude: 18.5204, longitude: 73.8567 }, permissions: ['geolocation'] }

/** Opens a new browser context for a demo account or a visitor. The account is signed in without the form. */
export async function openAs(
  browser: Browser,
  role: Role | 'visitor',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const session = role === 'visitor' ? {} : { storageState: await savedSession(demoAccounts[role]) }
  return (await browser.newContext({ ...options, ...session })).newPage()
}

/**
 * As `openAs`, for calls that ask for the password again when the login is more than ten minutes ago: the saved one may be, on a busy
 * machine.
 */
export async function openAfterLogin(
  browser: Browser,
  role: Role,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storageState = await newSession(demoAccounts[role])
  return (await browser.newContext({ ...options, storageState })).newPage()
}

/** Sends the login form of an open page. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens the dashboard of a demo account in a new browser context. */
export async function openDashboard(browser: Browser, role: Role): Promise<Page> {
  const page = await openAs(browser, role)
  await page.goto('/dashboard')
  return page
}

/** Opens a new browser context for a new customer, who has no address, family member or booking. */
export async function openAsNewCustomer(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const email = `nisha.${randomUUID()}@people.example`
  const storageState = await registerSession({ name: 'Nisha Verma', email, password: 'a-good-secret' })
  return (await browser.newContext({ ...options, storageState })).newPage()
}

/** Creates a customer account by the registration form, which leads to the customer's home. */
export async function registerThroughForm(page: Page, name: string): Promise<void> {
  await page.goto('/user')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill(name)
  await page
    .getByLabel('Email')
    .fill(`${name.toLowerCase().replaceAll(' ', '.')}.${randomUUID()}@customers.example`)
  await page.getByLabel('Password', { exact: true }).fill('a-good-secret')
  await page.getByLabel('Confirm Password').fill('a-good-secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/home')
  await expect(page.getByRole('heading', { name: `Hello, ${name.split(' ')[0]}` })).toBeVisible()
}
