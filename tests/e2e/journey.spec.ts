import { expect, type Page } from '@playwright/test'
import { bookingCard, openListOf } from './booking-card.ts'
import { openAs, openDashboard, registerThroughForm } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'
import { fillAddress } from './wizard.ts'

// as most people have it
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Walks the seven steps of the wizard. @returns the first 8 characters of the booking's id */
async function bookInTheWizard(page: Page, instructions: string): Promise<string> {
  const next = page.getByRole('button', { name: 'Next' })
  await expect(page).toHaveURL(/\/book\//)
  await next.click()

  await page.getByRole('radio', { name: /Scheduled collection/ }).click()
  await next.click()

  await expect(page.getByRole('radio', { name: 'Myself' })).toBeChecked()
  await next.click()

  await expect(next).toBeDisabled()
  await fillAddress(page)
  await next.click()

  await page.getByRole('radio', { name: /tomorrow/ }).click()
  await page.getByRole('radio', { name: '8:00–10:00 am' }).click()
  await page.getByLabel('Special Instructions').fill(instructions)
  await next.click()

  await page.getByRole('radio', { name: /UPI/ }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()

  await expect(page.getByText('A confirmation will reach you by SMS and e-mail.')).toBeVisible()
  const id = await page
    .getByRole('term')
    .filter({ hasText: 'Booking ID' })
    .locator('xpath=following-sibling::dd')
    .innerText()
  expect(id).toMatch(/^[0-9a-f]{8}$/)
  return id
}

test('a customer books a test, an admin assigns a lab, and the customer sees each of the lab’s steps live [S2.10.1 S2.12.3]', async ({
  browser,
}) => {
  const customer = await (await browser.newContext()).newPage()
  await registerThroughForm(customer, 'Meera Joshi')

  await customer.getByRole('searchbox').fill('thyroid')
  await customer.getByRole('searchbox').press('Enter')
  await customer.waitForURL('**/tests?q=thyroid**')
  await customer.getByRole('button', { name: /^Book Now.*Thyroid Profile \(T3, T4, TSH\)/ }).click()
  const id = await bookInTheWizard(customer, 'Please ring twice.')

  await customer.getByRole('link', { name: 'Go to Dashboard' }).click()
  await customer.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  const mine = bookingCard(customer, { id })
  await expect(mine.getByText('Pending', { exact: true })).toBeVisible()
  await expect(mine.getByText(/Order JN-\d{4}-\d{6}/)).toBeVisible()

  const admin = await openDashboard(browser, 'admin')
  await admin.getByRole('tab', { name: /Manage Bookings/ }).click()
  await bookingCard(admin, { id })
    .getByRole('button', { name: /Assign/ })
    .click()
  const dialog = admin.getByRole('dialog', { name: 'Assign Lab' })
  await dialog.getByRole('radio', { name: /Sabar Diagnostics/ }).click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(mine.getByText('Sabar Diagnostics')).toBeVisible()

  const lab = await openAs(browser, 'lab')
  const theirs = await openListOf(lab, '/dashboard', { id })
  const press = theirs.getByRole('button', { name: 'Update Status' })
  const progress = mine.getByRole('list', { name: 'Progress' })
  const current = progress.locator('[aria-current="step"]')
  for (const step of ['Confirmed', 'Sample collection', 'Lab processing']) {
    await press.click()
    // the slot is tomorrow
    if (step === 'Sample collection') await lab.getByRole('button', { name: 'Collect now' }).click()
    await expect(current, `the customer sees ${step}, without a reload`).toContainText(step)
    await expect(theirs.getByText(new RegExp(`^${step}$`, 'i'))).toBeVisible()
    await expectToast(lab, 'Booking status updated successfully')
    await expect(press).toBeEnabled()
  }

  await press.click()
  await lab.getByRole('button', { name: 'Complete without a report' }).click()
  await expect(mine, 'a completed booking leaves Upcoming').toBeHidden()
  await customer.getByRole('tab', { name: /Past/ }).click()
  await expect(mine.getByText('Completed', { exact: true })).toBeVisible()
  await expect(progress.getByRole('listitem').last()).toContainText('Report awaited')
  await expect(press).toBeDisabled()
})
