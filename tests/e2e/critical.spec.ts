import { healthReportCalls } from '@jaanch/report/api'
import { expect, type Page } from '@playwright/test'
import { createApprovedLab, password } from '../support/people.ts'
import { createBookingInStatus } from '../support/reports.ts'
import { findPackage, registerCustomer, signInStaff, url } from './api.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { savedSession } from './saved-session.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** Submits a lipid profile whose triglycerides are critical, in a lab of its own: the calls of others' tests are not shown. */
async function submitCritical(): Promise<{ bookingId: string; email: string }> {
  const { admin } = await signInStaff()
  const lab = await createApprovedLab(url, admin)
  const { id: packageId } = await findPackage('Lipid Profile')
  const customer = await registerCustomer()
  const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
  await lab.client.call(healthReportCalls.releaseHealthReport, {
    params: { id },
    body: { values: [{ code: 'TRIG', value: 1_450 }] },
  })
  return { bookingId: id, email: lab.email }
}

test('a critical result calls the lab on each page, and shows among those of all labs, until it is confirmed that the value was repeated', async ({
  browser,
}) => {
  const { bookingId, email } = await submitCritical()
  const storageState = await savedSession({ email, password })
  const context = await browser.newContext({
    ...reducedMotion,
    storageState,
    viewport: { width: 360, height: 780 },
  })
  const page = await context.newPage()
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Urgent calls' })
  await expect(banner).toContainText(/urgent calls? (is|are) open/)
  await banner.getByRole('link', { name: 'Open the calls' }).click()
  const cardOn = (on: Page) => on.getByRole('article').filter({ has: on.locator(`a[href*="${bookingId}"]`) })
  const card = cardOn(page)
  const admin = await openAs(browser, 'admin')
  await admin.goto('/admin/critical')
  await expect(cardOn(admin)).toContainText('Triglycerides')
  await expect(card.getByRole('region', { name: 'What to tell' })).toContainText('Triglycerides')
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)

  await card.getByRole('button', { name: /^Record a call/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a call' })
  await expectAccessible(page, 'the dialog of a call')
  await dialog.getByRole('radio', { name: /^Confirmed/ }).click()
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expectToast(page, 'Call confirmed')
  for (const each of [page, admin]) await expect(cardOn(each)).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirmed' }).click()
  await expect(card).toContainText('Confirmed')
})
