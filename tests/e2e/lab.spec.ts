import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createApprovedLab, password } from '../support/people.ts'
import { ask, assignToDemoLab, createBooking, createBookingOfDemoLab, signInStaff, url } from './api.ts'
import { bookingCard, openListOf, openMenu } from './booking-card.ts'
import { reducedMotion } from './page-checks.ts'
import { savedSession } from './saved-session.ts'
import { openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

test('the dashboard has its cards and tabs; its list is filtered, saved as CSV, and cleared again [S2.12.1 S2.12.2 S2.13.2]', async ({
  browser,
}) => {
  const booking = await createBooking({ scheduledTime: '16:00-18:00' })
  await assignToDemoLab(booking)
  const page = await openDashboard(browser, 'lab')
  for (const name of ['Total Bookings', 'In Progress', 'Completed', 'Revenue']) {
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
  }
  for (const name of [/^All /, /^Confirmed/, /^In Progress/, /^Completed/]) {
    await expect(page.getByRole('tab', { name })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeVisible()

  const list = page.getByRole('list', { name: 'Bookings' })
  const card = bookingCard(page, booking)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await page.getByLabel('Search bookings').fill(booking.id.slice(0, 8))
  await expect(list.getByRole('article')).toHaveCount(1)
  await filters.getByLabel('Time slot').click()
  await page.getByRole('option', { name: '6:00–8:00 am' }).click()
  await expect(page.getByText('No bookings found')).toBeVisible()
  await filters.getByLabel('Time slot').click()
  await page.getByRole('option', { name: '4:00–6:00 pm' }).click()
  await expect(card).toBeVisible()
  await filters.getByLabel('From date').fill(booking.scheduledDate ?? '')
  await filters.getByLabel('To date').fill(booking.scheduledDate ?? '')
  await expect(card).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^jaanch-bookings-all-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  expect(text).toContain(booking.id)
  expect(text).not.toMatch(/Leela|98250|Law Garden/)

  await filters.getByLabel('Collection type').click()
  await page.getByRole('option', { name: 'Instant' }).click()
  await expect(page.getByText('No bookings found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(list.getByRole('article').nth(1)).toBeVisible()
})

test('a lab confirms a booking, sees then where and how to collect, and records its payment once; a failure changes nothing [S2.12.4 S2.13.1 S2.13.3 S8.3]', async ({
  browser,
}) => {
  const booking = await createBooking({ specialInstructions: 'Ring twice, please.' })
  await assignToDemoLab(booking)
  const page = await openAs(browser, 'lab')
  await page.goto(`/lab/bookings?id=${booking.id}`)
  const details = page.getByRole('dialog', { name: booking.packageName })
  await expect(details.getByText(/^The details are shown as soon as you have confirmed/)).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/lab\/bookings$/)

  const card = await openListOf(page, '/lab/bookings', booking)
  for (const name of [/^All Bookings/, /^Confirmed/, /^In Progress/, /^Completed/]) {
    await expect(page.getByRole('tab', { name })).toBeVisible()
  }
  await expect(card.getByText(/8:00–10:00 am/)).toBeVisible()
  await expect(card.getByText(/^₹/)).toBeVisible()
  const update = card.getByRole('button', { name: 'Update Status' })
  await page.route(`**/api/bookings/${booking.id}`, (route) => route.abort(), { times: 1 })
  await update.click()
  await expectToast(page, 'Error', 'Failed to update booking status')
  await expect(card.getByText('Pending', { exact: true })).toBeVisible()
  await update.click()
  await expect(card.getByText('Leela Nair').first()).toBeVisible()
  await expect(card.getByText('12 MG Road')).toBeVisible()
  const phone = card.getByRole('link', { name: '+91 98765 43210' })
  await expect(phone).toHaveAttribute('href', 'tel:+919876543210')
  await expect(card.getByText('Ring twice, please.')).toBeVisible()
  await expect(card.getByText(/SST|EDTA|Plain/)).toBeVisible()
  await expect(card.getByText(/^Required, \d+ hours$|^Not required$/)).toBeVisible()

  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await dialog.getByRole('radio', { name: 'UPI' }).click()
  await dialog.getByLabel('Reference').fill('UPI-42')
  await dialog.getByRole('button', { name: /^Record ₹/ }).click()
  await expectToast(page, 'Payment recorded')
  await expect(card.getByText('paid', { exact: true })).toBeVisible()
  await openMenu(card)
  await expect(page.getByRole('menuitem', { name: 'Record Payment' })).toBeDisabled()
})

test('buttons and pages that are still to come say so [S2.12.4 S2.13.3]', async ({ browser }) => {
  const [confirmed, processing] = [
    await createBookingOfDemoLab('confirmed'),
    await createBookingOfDemoLab('lab-processing'),
  ]
  const page = await openAs(browser, 'lab')
  const first = await openListOf(page, '/dashboard', confirmed)
  await expect(first.getByRole('button', { name: 'Upload Report' })).toBeHidden()
  await first.getByRole('button', { name: 'Assign' }).click()
  await expectToast(page, 'Feature Coming Soon')
  const second = await openListOf(page, '/dashboard', processing)
  await expect(second.getByRole('button', { name: 'Assign' })).toBeHidden()
  await second.getByRole('button', { name: 'Upload Report' }).click()
  await expectToast(page, 'Feature Coming Soon')
  for (const title of ['Tests', 'Reports', 'Settings']) {
    await page.goto(`/lab/${title.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: `Lab ${title}` })).toBeVisible()
    await expect(page.getByText('Coming soon')).toBeVisible()
  }
})

test('Settings opens what the lab collects: declared by keyboard, seen by an admin, and taken back [S2.12.2]', async ({
  browser,
}) => {
  // not the lab of the other tests, whose visits would be limited
  const storageState = await savedSession({ email: 'lab3@jaanch.example', password: 'lab-demo-2026' })
  const page = await (await browser.newContext({ ...reducedMotion, storageState })).newPage()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Collection capacity' })
  // a town where no other test books
  await dialog.getByLabel('Add another city').fill('valsa')
  await expect(dialog.getByRole('button', { name: 'Add Valsad' })).toBeVisible()
  await dialog.getByLabel('Add another city').press('Enter')
  await dialog.getByRole('textbox', { name: /^PIN codes/ }).fill('396001, 396191')
  await dialog.getByLabel('Collectors, 6:00–8:00 am').fill('2')
  await dialog.getByLabel('Visits of each collector, 6:00–8:00 am').fill('3')
  await dialog.getByRole('button', { name: 'Use the first row for all slots' }).press('Enter')
  await dialog.getByRole('button', { name: 'Monday to Saturday' }).press('Enter')
  await dialog.getByRole('button', { name: 'Sat', exact: true }).press('Space')
  await dialog.getByLabel('Add a test').fill('thyroid')
  await dialog.getByLabel('Add a test').press('Enter')
  await dialog.getByLabel('Date').fill('2036-01-26')
  await dialog.getByRole('button', { name: 'Add Day Off' }).press('Enter')
  await expect(dialog.getByRole('list', { name: 'Days off' })).toContainText('26 Jan 2036')
  // the bookings of the day are looked for first
  await expect(dialog.getByRole('button', { name: 'Save Capacity' })).toBeEnabled()
  await expect(
    dialog.getByText('Up to 36 visits a day in Valsad and 2 PIN codes, Monday to Friday.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Capacity' }).press('Enter')
  await expectToast(page, 'Capacity saved')
  await expect(dialog).toBeHidden()

  const admin = await openDashboard(browser, 'admin')
  // the list renders what is in view, and other tests add labs above this one
  await admin.setViewportSize({ width: 1280, height: 6_000 })
  await admin.getByRole('tab', { name: /Lab Approvals/ }).click()
  await admin.getByRole('button', { name: 'Capacity of Kaveri Clinical Laboratory' }).click()
  const same = admin.getByRole('dialog', { name: 'Collection capacity' })
  await expect(same.getByText('Up to 36 visits a day in Valsad and 2 PIN codes')).toBeVisible()
  await same.getByRole('button', { name: 'Remove All Limits' }).click()
  await admin.getByRole('button', { name: 'Remove limits' }).click()
  await expectToast(admin, 'Limits removed')
})

test('a new booking appears live, is marked until it is viewed and counts in the page title', async ({
  browser,
}) => {
  // other tests assign bookings to the lab of the demo meanwhile, which would count too
  const { admin } = await signInStaff()
  const { email, labPartnerId } = await createApprovedLab(url, admin)
  const assign = ({ id }: { id: string }) =>
    ask('POST', `/api/admin/bookings/${id}/assign-lab`, admin.token, { labPartnerId })
  await assign(await createBooking())
  const storageState = await savedSession({ email, password })
  const page = await (await browser.newContext({ storageState })).newPage()
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const booking = await createBooking()
  await assign(booking)
  const card = bookingCard(page, booking)
  await expect(card.getByText('New', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('(1) Dashboard · Jaanch')
  await expect(page.getByText('1 new booking')).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page, 'looked at, the mark goes').toHaveTitle('Dashboard · Jaanch')
  await expect(card).toBeVisible()
  await expect(card.getByText('New', { exact: true })).toBeHidden()
})
