import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { createBookingInStatus } from '../support/reports.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { reducedMotion } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const thyroid = 'Thyroid Profile (T3, T4, TSH)'

test.use(reducedMotion)

test('a completed visit is rated by the keyboard alone; an admin hides the review, and its customer sees that', async ({
  page,
  browser,
}) => {
  const customer = await signInNewCustomer(page, 'Ritu Bhandari')
  const { id: packageId } = await findPackage(thyroid)
  await createBookingInStatus('completed', { ...(await signInStaff()), customer, packageId })
  await page.goto('/booking')
  await page.getByRole('tab', { name: 'Past 1' }).click()
  const card = page.getByRole('article', { name: thyroid })
  const rate = card.getByRole('button', { name: /^Rate this visit/ })
  await rate.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rate this visit' })
  await expect(dialog.getByRole('radio')).toHaveCount(5)

  await dialog.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('Space')
  for (const name of ['2 stars', '3 stars']) {
    await page.keyboard.down('ArrowRight')
    await expect(dialog.getByRole('radio', { name })).toBeChecked()
    await page.keyboard.up('ArrowRight')
  }
  await page.keyboard.press('Tab')
  const text = `The lift was broken ${randomUUID()}`
  await page.keyboard.type(text)
  await dialog.getByRole('button', { name: 'Send review' }).press('Enter')
  // before the toast is dismissed, which takes the focus
  await expect(card.getByText('You rated this visit').locator('..')).toBeFocused()
  await expectToast(page, 'Thank you for your review')
  await expect(card.getByRole('img', { name: '3 of 5 stars' })).toBeVisible()

  const admin = await openAs(browser, 'admin', reducedMotion)
  await admin.goto('/dashboard')
  await admin.getByRole('link', { name: 'Reviews' }).click()
  const review = admin.getByRole('article').filter({ hasText: text })
  await expect(review).toContainText('Ritu Bhandari')
  await review.getByRole('button', { name: /^Hide/ }).click()
  const question = admin.getByRole('dialog', { name: 'Hide this review?' })
  await question.getByLabel('Reason').fill('Not about the visit')
  await question.getByRole('button', { name: 'Hide review' }).click()
  await expectToast(admin, 'Review is hidden')
  await expect(review.getByText('Hidden: Not about the visit')).toBeVisible()
  await expect(card.getByText(/^Hidden by Jaanch/)).toBeVisible()
})
