import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { dataUrl, png } from '../support/sample-files.ts'
import { ask, createPrescription, signInStaff, url } from './api.ts'
import { findInMessage } from './outbox.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { logIn, openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

// one of these takes half a minute
test.describe.configure({ mode: 'parallel' })

const password = 'a-good-secret'
const setUpCode = /setting up a second step[\s\S]*?^(\d{6})\r?$/m

async function createAccount(): Promise<{ email: string; token: string }> {
  const email = `devika.${randomUUID()}@people.example`
  const body = { name: 'Devika Menon', email, password, role: 'customer' }
  return { email, ...(await ask<{ token: string }>('POST', '/api/auth/register', undefined, body)) }
}

/** A lab that may sign in */
async function createLab(): Promise<{ email: string }> {
  const email = `city-lab.${randomUUID()}@people.example`
  const lab = { organizationName: 'City Lab', address: '1 Ring Road, Pune', phone: '98250 33333' }
  const { id } = await ask<{ id: string }>('POST', '/api/lab-partners/register', undefined, {
    ...lab,
    email,
    password,
  })
  const { admin } = await signInStaff()
  await ask('POST', `/api/lab-partners/${id}/approve`, admin.token, {})
  return { email }
}

/** A device in the browser that makes passkeys and confirms everything */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A page with this token and no cookie */
async function openWith(browser: Browser, token: string, path: string): Promise<Page> {
  const page = await (await browser.newContext(reducedMotion)).newPage()
  await page.goto('/favicon.svg')
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await page.goto(path)
  return page
}

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' })

test('a changed password keeps the tabs of this browser signed in; a session that is ended is told so, and opens its page again after the login [V6.2.2]', async ({
  browser,
}) => {
  const { email, token } = await createAccount()
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
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe(token)
  for (const each of [page, tab]) await expect(each.getByText('Live', { exact: true })).toBeVisible()
  await tab.close()

  const changed = { email, password: 'another-secret' }
  const session = await ask<{ token: string }>('POST', '/api/auth/login', undefined, changed)
  const other = await openWith(browser, session.token, '/booking?tab=past')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await panel(page)
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
  await expectToast(other, 'You were signed out.')
  await logIn(other, changed)
  await expect(other).toHaveURL(/\/booking\?tab=past$/)

  await panel(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectToast(page, 'Signed out everywhere')
  await expect(page).toHaveURL(/\/$/)
  await expectToast(other, 'You were signed out.')
})

test('a logout without a network ends the session on the server once there is one [V7.4.1]', async ({
  browser,
}) => {
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

test('a lab sets up an app and a passkey behind the avatar, and signs in with each and with a recovery code [S2.1.4 V7.4.4]', async ({
  browser,
}) => {
  const { email } = await createLab()
  const page = await openAs(browser, 'visitor', { viewport: { width: 360, height: 780 }, ...reducedMotion })
  await addVirtualAuthenticator(page)
  const twoStep = page.getByRole('region', { name: 'Two-step sign-in' })
  const dialog = page.getByRole('dialog')

  async function logInAgain() {
    await page.goto('/lab')
    await logIn(page, { email, password })
  }
  async function openAccount() {
    await page.getByRole('banner').getByRole('link', { name: 'Your account' }).click()
    await expect(panel(page).getByText('This device', { exact: true })).toBeVisible()
  }
  async function logOut() {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/$/)
  }
  async function beginAdding() {
    await twoStep.getByRole('button', { name: 'Add a second step' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }

  await logInAgain()
  await openAccount()
  await beginAdding()
  await expect.poll(() => findInMessage(email, setUpCode)).toBeDefined()
  await dialog.getByLabel('Code from your email').fill(findInMessage(email, setUpCode) ?? '')
  const secret = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page, 'setting up a second step')
  const app = new TOTP({ secret: (secret ?? '').replaceAll(' ', '') })
  await dialog.getByLabel('Code from the app').fill(app.generate())
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = '', otherCode = ''] = await codes.allTextContents()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(twoStep.getByText('10 of 10 recovery codes left')).toBeVisible()
  await beginAdding()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(otherCode)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(twoStep.getByText('Passkey', { exact: true })).toBeVisible()
  await logOut()

  await logInAgain()
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
  // the code of the next half minute is accepted too, and the first one was used
  const next = app.generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel('Code from your authenticator app').fill(next)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'Welcome Back!')
  await expect(page).toHaveURL(/\/dashboard$/)
  await logOut()

  await logInAgain()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await logOut()

  await logInAgain()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await openAccount()
  await expect(twoStep.getByText('8 of 10 recovery codes left')).toBeVisible()

  await twoStep.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(twoStep.getByText('Authenticator app')).toBeHidden()
})
