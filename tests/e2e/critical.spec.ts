import { criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { expect } from '@playwright/test'
import { createApprovedLab, type Lab, password } from '../support/people.ts'
import { createBookingInStatus } from '../support/reports.ts'
import { findPackage, registerCustomer, signInStaff, url } from './api.ts'
import { expectNoViolations, picture, reducedMotion } from './page-checks.ts'
import { savedSession } from './saved-session.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** Submits a lipid profile whose triglycerides are critical, in a lab of its own: the calls of others' tests are not shown */
async function submitCritical(): Promise<{ bookingId: string; lab: Lab & { email: string } }> {
  const { admin } = await signInStaff()
  const lab = await createApprovedLab(url, admin)
  const { id: packageId } = await findPackage('Lipid Profile')
  const customer = await registerCustomer()
  const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
  await lab.client.call(healthReportRoutes.releaseHealthReport, {
    params: { id },
    body: { values: [{ code: 'TRIG', value: 1_450 }] },
  })
  return { bookingId: id, lab }
}

const widths = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } }

test('a critical result calls the lab on each page, until somebody has confirmed that it was repeated', async ({
  browser,
}) => {
  const { bookingId, lab } = await submitCritical()
  const storageState = await savedSession({ email: lab.email, password })
  const context = await browser.newContext({ ...reducedMotion, storageState, viewport: widths.phone })
  const page = await context.newPage()
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Urgent calls' })
  await expect(banner).toContainText(/urgent calls? (is|are) open/)
  await picture(page, 'banner-phone')
  await banner.getByRole('link', { name: 'Open the calls' }).click()
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${bookingId}"]`) })
  await expect(card.getByRole('region', { name: 'What to tell' })).toContainText('Triglycerides')
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)
  await picture(page, 'calls-phone')

  await card.getByRole('button', { name: /^Record a call/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a call' })
  await dialog.getByRole('radio', { name: /^Not reached/ }).click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expectToast(page, 'Call recorded')
  await expect(card.getByRole('region', { name: 'Calls so far' })).toContainText('Not reached')

  await card.getByRole('button', { name: /^Record a call/ }).click()
  await picture(page, 'dialog-phone')
  await page.setViewportSize(widths.desktop)
  await expectNoViolations(page, 'the dialog of a call')
  await picture(page, 'dialog-desktop')
  await dialog.getByRole('radio', { name: /^Confirmed/ }).click()
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expectToast(page, 'Call confirmed')
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirmed' }).click()
  await expect(card).toContainText('Confirmed')
  await picture(page, 'confirmed-desktop')
})

test('a medical admin sees the open calls of all labs', async ({ browser }) => {
  const { bookingId, lab } = await submitCritical()
  const page = await openAs(browser, 'admin', { viewport: widths.desktop })
  await page.goto('/admin/critical')
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${bookingId}"]`) })
  await expect(card).toContainText('Triglycerides')
  await picture(page, 'admin-desktop')
  const [call] = await lab.client.call(criticalCallRoutes.listCriticalCalls, { query: { state: 'open' } })
  await lab.client.call(criticalCallRoutes.recordCriticalCall, {
    params: { id: call?.id ?? '' },
    body: { outcome: 'CONFIRMED', reached: 'customer', by: 'phone' },
  })
  // live, because each call is an event of its booking
  await expect(card).toHaveCount(0)
})
