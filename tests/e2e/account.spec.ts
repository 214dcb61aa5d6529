import { type Browser, expect, type Page } from '@playwright/test'
import { dataUrl, png } from '../support/sample-files.ts'
import { ask, createPrescription, signInStaff, url } from './api.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const password = 'a-good-secret'
let created = 0

async function createAccount(): Promise<{ email: string; token: string }> {
  created += 1
  const email = `devika.${Date.now()}.${created}@people.example`
  const body = { name: 'Devika Menon', email, password, role: 'customer' }
  return { email, ...(await ask<{ token: string }>('POST', '/api/auth/register', undefined, body)) }
}

const logIn = (email: string) =>
  ask<{ token: string }>('POST', '/api/auth/login', undefined, { email, password })

/** A page with this token and no cookie */
async function openWith(browser: Browser, token: string, path: string): Promise<Page> {
  const page = await (await browser.newContext(reducedMotion)).newPage()
  await page.goto('/favicon.svg')
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await page.goto(path)
  return page
}

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' })

test('a session that is ended on another device is told so there, and its page opens again after the login', async ({
  browser,
}) => {
  const { email, token } = await createAccount()
  const page = await openWith(browser, token, '/profile')
  const other = await openWith(browser, (await logIn(email)).token, '/booking?tab=past')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await expect(panel(page).getByText('This device', { exact: true })).toHaveCount(1)
  await expectAccessible(page, 'the profile')

  await panel(page)
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
  await expectToast(other, 'You were signed out.')
  await other.getByLabel('Email or Phone').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other).toHaveURL(/\/booking\?tab=past$/)

  await panel(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectToast(page, 'Signed out everywhere')
  await expect(page).toHaveURL(/\/$/)
  await expectToast(other, 'You were signed out.')
})

test('a changed password keeps all tabs of this browser signed in, and a wrong one is refused', async ({
  browser,
}) => {
  const { token } = await createAccount()
  const page = await openWith(browser, token, '/profile')
  const tab = await page.context().newPage()
  await tab.goto('/home')
  await expect(tab.getByText('Live', { exact: true })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('Current Password').fill('not-the-secret')
  await dialog.getByLabel('New Password').fill('another-secret')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible()
  await expectAccessible(page, 'the change of the password', [360])
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe(token)
  for (const each of [page, tab]) await expect(each.getByText('Live', { exact: true })).toBeVisible()
  await tab.getByRole('link', { name: 'Profile' }).first().click()
  await expect(panel(tab).getByText('This device', { exact: true })).toHaveCount(1)
})

test('a logout without a network ends the session on the server once there is one', async ({ browser }) => {
  const { token } = await createAccount()
  const page = await openWith(browser, token, '/profile')
  await expect(panel(page).getByText('This device', { exact: true })).toBeVisible()
  const status = async () =>
    (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status
  await page.context().setOffline(true)
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('complementary')).toBeHidden()
  expect(await status()).toBe(200)
  await page.context().setOffline(false)
  await expect.poll(status).toBe(401)
})

test('files open on a page that has the token but not the cookie of the login', async ({ browser }) => {
  const { token } = await createAccount()
  const body = { fileUrl: dataUrl('image/png', png), originalFileName: 'from the doctor.png' }
  await ask('POST', '/api/prescriptions', token, body)
  const page = await openWith(browser, token, '/booking')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^View from the doctor.png/ }).click()
  const popup = await opened
  await popup.waitForURL(/^blob:/)
  await expect(popup.locator('img')).toBeVisible()

  const { admin } = await signInStaff()
  await createPrescription('Nandini Shah')
  const staff = await openWith(browser, admin.token, '/dashboard?tab=prescriptions')
  await staff.getByRole('article').first().getByRole('button', { name: /^View/ }).click()
  const image = staff.getByRole('dialog').getByRole('img')
  await expect
    .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
})

test('the account of labs and admins is behind the avatar', async ({ browser }) => {
  for (const who of ['lab', 'admin'] as const) {
    const page = await openAs(browser, who, { viewport: { width: 360, height: 780 }, ...reducedMotion })
    await page.goto('/dashboard')
    await page.getByRole('banner').getByRole('link', { name: 'Your account' }).click()
    await expect(panel(page).getByText('This device', { exact: true })).toBeVisible()
  }
})
