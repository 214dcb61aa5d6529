import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { demoAccounts } from './demo-accounts.ts'
import { findInMessage } from './outbox.ts'
import { logIn, openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const fresh = (name: string) => `${name}.${randomUUID()}@people.example`

test('each login page refuses the accounts of other roles and a failed login with its own text, and leads to a new password [S2.1.1 S2.11.3 S5.3 S8.6]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/user')
  await logIn(page, { email: fresh('nobody'), password: 'wrong-secret' })
  await expectToast(page, 'Login Failed', 'Invalid credentials')
  for (const [path, who, refusal, fallback] of [
    ['/user', demoAccounts.lab, 'This account is not a customer account', 'Invalid email or password'],
    [
      '/lab',
      demoAccounts.customer,
      'Access denied. Lab partner account required.',
      'Invalid credentials or account not found',
    ],
    [
      '/admin',
      demoAccounts.customer,
      'Access denied. Admin privileges required.',
      'Invalid admin credentials',
    ],
  ] as const) {
    await page.goto(path)
    await logIn(page, who)
    await expectToast(page, 'Login Failed', refusal)
    await expect(page.getByLabel(/^Email/)).toHaveValue(who.email)
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expectToast(page, 'Login Failed', fallback)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    expect(new URL(page.url()).pathname).toBe(path)
  }

  // the last page is that of admins, which fills in the e-mail
  await expect(page.getByLabel('Email')).toHaveValue(demoAccounts.admin.email)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await logIn(page, demoAccounts.admin)
  await expectToast(page, 'Welcome Back!')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a customer registers with two equal passwords of six characters, which can be shown [S2.1.1 S2.11.1 S8.7 V6.2.6]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/user')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Please enter your email or phone')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')

  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Kavya Rao')
  await page.getByLabel('Email').fill(fresh('kavya'))
  await password.fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await password.fill('long enough')
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
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  for (const missing of ['name of your lab', 'valid email', 'valid phone', 'address of your lab']) {
    await expect(page.getByText(new RegExp(`^Please enter .*${missing}`))).toBeVisible()
  }
  await page.getByLabel('Organization Name').fill('Godavari Labs')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('98250 55555')
  await page.getByLabel('Address').fill('7 College Road, Nashik')
  await page.getByLabel('Password', { exact: true }).fill('a-lab-secret')
  await page.getByLabel('Confirm Password').fill('another-secret')
  await submit.click()
  await expectToast(page, 'Password Mismatch', 'Passwords do not match')

  await page.getByLabel('Confirm Password').fill('a-lab-secret')
  const applications = '**/api/lab-partners/register'
  await page.route(applications, (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await submit.click()
  await expectToast(page, 'Registration Failed', 'Unable to submit application. Please try again.')
  await submit.click()
  await expectToast(
    page,
    'Application Submitted',
    'Your lab partner application has been submitted for admin review',
  )
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await logIn(page, { email, password: 'a-lab-secret' })
  await expectToast(page, 'Pending Approval')
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible()
})

test('a user who forgot the password sets a new one by a link that works once', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  const email = fresh('forgetful')
  await page.request.post('/api/auth/register', {
    data: { name: 'Farah', email, password: 'the-old-secret', role: 'customer' },
  })
  await page.goto('/user?forgot')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const link = () => findInMessage(email, /https?:\/\/[^\s"\\]+(\/user\?reset=[\w.~-]+)/) ?? ''
  await expect.poll(link).toBeTruthy()
  async function setPassword(secret: string) {
    await page.goto(link())
    await page.getByLabel('New Password').fill(secret)
    await page.getByLabel('Confirm Password').fill(secret)
    await page.getByRole('button', { name: 'Set Password' }).click()
  }
  await setPassword('the-new-secret')
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('link', { name: 'Customer login' }).click()
  await logIn(page, { email, password: 'the-new-secret' })
  await expectToast(page, 'Welcome Back!')

  // the link of a mail opens its page also for a signed-in user
  await setPassword('a-third-secret')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Send me another link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})
