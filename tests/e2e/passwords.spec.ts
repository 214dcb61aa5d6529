import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { findInMessage } from './outbox.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** The path of the link in the mail to this address */
const linkTo = (email: string) => findInMessage(email, /https?:\/\/[^\s"\\]+(\/user\?reset=[\w.~-]+)/)

test('a user who forgot the password sets a new one by a link that works once', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  const email = `forgetful.${randomUUID()}@people.example`
  await page.request.post('/api/auth/register', {
    data: { name: 'Farah', email, password: 'the-old-secret', role: 'customer' },
  })

  await page.goto('/user')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  await expect.poll(() => linkTo(email)).toBeTruthy()
  const link = linkTo(email) ?? ''
  await page.goto(link)
  await page.getByLabel('New Password').fill('the-new-secret')
  await page.getByLabel('Confirm Password').fill('the-new-sekret')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('the-new-secret')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()

  await page.getByRole('link', { name: 'Customer login' }).click()
  await page.getByLabel('Email or Phone').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('the-new-secret')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectToast(page, 'Welcome Back!')

  // the link of a mail opens its page also for a signed-in user
  await page.goto(link)
  await page.getByLabel('New Password').fill('a-third-secret')
  await page.getByLabel('Confirm Password').fill('a-third-secret')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Send me another link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('labs and admins can request a new password, too', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  for (const path of ['/lab', '/admin']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})
