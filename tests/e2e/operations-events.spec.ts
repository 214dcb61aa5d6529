import { expect } from '@playwright/test'
import { createBookingOfDemoLab, signInStaff } from './api.ts'
import { openListOf, openMenu } from './booking-card.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test('an admin finds an event by its booking, sees its data and effects, and follows them to the trace; a request without events says where it was looked for', async ({
  browser,
}) => {
  const { id } = await createBookingOfDemoLab()
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/events')
  const events = page.getByRole('list', { name: 'Events' })
  await expect(events.getByRole('link').first()).toBeVisible()
  await expectAccessible(page, 'the events')

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Booking, prescription, lab or order').fill(id.slice(0, 8))
  await expect(events.getByRole('link', { name: 'LabAssigned' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`stream=${id.slice(0, 8)}`))
  await page.getByRole('combobox', { name: 'Actor' }).click()
  await page.getByRole('option', { name: 'Customers' }).click()
  await expect(events.getByRole('link')).toHaveCount(1)

  await events.getByRole('link', { name: 'BookingPlaced' }).click()
  const dialog = page.getByRole('dialog', { name: 'BookingPlaced' })
  await expect(dialog.getByText(`"bookingId": "${id}"`)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'OrderCreated' })).toBeVisible()
  await expectAccessible(page, 'an event')

  await dialog.getByRole('link', { name: 'OrderCreated' }).click()
  await page
    .getByRole('dialog', { name: 'OrderCreated' })
    .getByRole('link', { name: /BookingPlaced$/ })
    .click()
  await dialog.getByRole('link', { name: 'Trace' }).click()
  await expect(page.getByRole('heading', { name: `Booking ${id}` })).toBeVisible()
  for (const what of ['BookingPlaced', 'OrderCreated', 'LabAssigned']) {
    await expect(page.getByRole('link', { name: what })).toBeVisible()
  }
  await expectAccessible(page, 'a trace')

  const { admin } = await signInStaff()
  const { headers } = await admin.client.raw('/api/operations/now')
  await page.goto('/admin/operations/trace')
  await page.getByLabel('Booking, prescription, order or request').fill(headers.get('x-request-id') as string)
  await page.getByRole('button', { name: 'Trace', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Looked for the request in events')
})

test('a booking, a prescription and a lab lead to their history', async ({ browser }) => {
  const booking = await createBookingOfDemoLab()
  const page = await openAs(browser, 'admin')
  await page.goto('/dashboard?tab=approvals')
  const href = page.getByRole('link', { name: /^History of / }).first()
  await expect(href).toHaveAttribute('href', /\/admin\/operations\/history\?of=lab-/)
  await page.goto('/dashboard?tab=prescriptions')
  await expect(href).toHaveAttribute('href', /\/admin\/operations\/history\?of=prescription-/)
  await openMenu(await openListOf(page, '/admin/bookings?list=all', booking))
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page).toHaveURL(`/admin/operations/history?of=booking-${booking.id}`)
})
