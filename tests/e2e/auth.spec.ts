import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoAccounts } from './demo-accounts.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const fresh = (name: string) => `${name}.${randomUUID()}@people.example`

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('each login page rejects the accounts of the other roles with its own message and keeps the typed values [S5.3]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  for (const [path, who, refusal] of [
    ['/user', demoAccounts.lab, 'This account is not a customer account'],
    ['/lab', demoAccounts.customer, 'Access denied. Lab partner account required.'],
    ['/admin', demoAccounts.customer, 'Access denied. Admin privileges required.'],
  ] as const) {
    await page.goto(path)
    await login(page, who.email, who.password)
    await expectToast(page, 'Login Failed', refusal)
    await expect(page.getByLabel(/^Email/)).toHaveValue(who.email)
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  }
})

test('a rejected login shows the server’s text, or the text of the page if the server sent none [S8.6]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/user')
  await login(page, fresh('nobody'), 'wrong-secret')
  await expectToast(page, 'Login Failed', 'Invalid credentials')

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }))
  for (const [path, fallback] of [
    ['/user', 'Invalid email or password'],
    ['/lab', 'Invalid credentials or account not found'],
    ['/admin', 'Invalid admin credentials'],
  ] as const) {
    await page.goto(path)
    await login(page, 'someone@people.example', 'a-secret')
    await expectToast(page, 'Login Failed', fallback)
  }
})

test('both fields of a login are required, and the password can be shown [S2.11.1 V6.2.6]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/user')
  await expect(page.getByLabel('Email or Phone')).toBeVisible()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Please enter your email or phone')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()

  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a customer registers: passwords must match and have six characters [S2.1.1 S2.11.1 S8.7]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/user')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Kavya Rao')
  await page.getByLabel('Email').fill(fresh('kavya'))
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Kavya Rao')

  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Confirm Password').fill('long enough')

  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Registration Failed', 'Please try again')

  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Welcome!')
  await expect(page.getByRole('heading', { name: 'Hello, Kavya' })).toBeVisible()
})

test('a lab applies, is under review, and is told so when it logs in [S2.11.2 S4.6 S7.11 S8.7]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  const email = fresh('lab')
  await page.goto('/lab')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  for (const missing of ['name of your lab', 'valid email', 'valid phone', 'address of your lab']) {
    await expect(page.getByText(new RegExp(`^Please enter .*${missing}`))).toBeVisible()
  }
  await page.getByLabel('Organization Name').fill('Godavari Labs')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('98250 55555')
  await page.getByLabel('Address').fill('7 College Road, Nashik')
  await page.getByLabel('Password', { exact: true }).fill('a-lab-secret')
  await page.getByLabel('Confirm Password').fill('another-secret')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expectToast(page, 'Password Mismatch', 'Passwords do not match')

  await page.getByLabel('Confirm Password').fill('a-lab-secret')
  await page.route('**/api/lab-partners/register', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expectToast(page, 'Registration Failed', 'Unable to submit application. Please try again.')

  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expectToast(
    page,
    'Application Submitted',
    'Your lab partner application has been submitted for admin review',
  )
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()

  await login(page, email, 'a-lab-secret')
  await expectToast(page, 'Pending Approval')
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 403, body: '{}' }))
  await login(page, email, 'a-lab-secret')
  await expect(
    page
      .getByText('Your lab partner application is under review. You will be notified once approved.')
      .first(),
  ).toBeVisible()
})

test('the admin page fills in the e-mail, and a login shows a welcome [S2.1.1 S2.11.3]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/admin')
  await expect(page.getByLabel('Email')).toHaveValue(demoAccounts.admin.email)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(demoAccounts.admin.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectToast(page, 'Welcome Back!')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a toast disappears after five seconds and is at most 420 px wide [S9.9]', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  await page.clock.install({ time: '2026-11-20T10:00:00+05:30' })
  await page.goto('/user')
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }))
  await expect(page.getByLabel(/^Email/)).toBeVisible()
  await page.clock.pauseAt('2026-11-20T12:00:00+05:30')
  await login(page, 'someone@people.example', 'a-secret')
  const toast = page.getByText('Invalid email or password', { exact: true })
  await expect(toast).toBeVisible()
  const area = await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('list')
    .boundingBox()
  expect(area?.width).toBeLessThanOrEqual(420)
  await page.clock.runFor(4_500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(toast).toBeHidden()
})
