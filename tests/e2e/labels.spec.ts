import { expect } from '@playwright/test'
import { createBookingOfDemoLab } from './api.ts'
import { openListOf } from './booking-card.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test('a lab prints the labels of a visit, and sees that they were printed', async ({ browser }) => {
  const booking = await createBookingOfDemoLab('confirmed')
  const page = await openAs(browser, 'lab')
  const card = await openListOf(page, '/dashboard', booking)
  await card.getByRole('button', { name: /^Print labels/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Print labels' })
  await dialog.getByRole('radio', { name: /^Roll/ }).click()
  const opening = page.waitForEvent('popup')
  const answering = page.waitForResponse('**/api/bookings/labels')
  await dialog.getByRole('button', { name: 'Open PDF' }).click()
  await opening
  expect((await answering).headers()['content-type']).toBe('application/pdf')
  await expect(dialog).toBeHidden()
  await expect(card.getByText(/^Printed at \d/)).toBeVisible()

  await page.goto(`/lab/round/sheet?booking=${booking.id}`)
  await expect(page.getByText(/^Printed at \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Print labels' }).click()
  await expect(dialog.getByRole('radio', { name: /^Roll/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Sheet/ }).click()
  await expect(dialog.getByLabel('First unused label')).toHaveValue('1')
})
