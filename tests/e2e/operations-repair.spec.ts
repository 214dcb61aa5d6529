import { expect } from '@playwright/test'
import { createBookingOfDemoLab } from './api.ts'
import { query } from './database.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test('an operator goes through the events of a booking, sees what made each field, and mends its row', async ({
  browser,
}) => {
  const { id } = await createBookingOfDemoLab('confirmed')
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/history')
  await page.getByRole('searchbox', { name: 'Booking, prescription or lab' }).fill('ffffffff')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('No booking, prescription or lab begins with ffffffff.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Booking, prescription or lab' }).fill(id.slice(0, 8))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('As its events say')).toBeVisible()

  // the last event, then the first one, then one further: with the keyboard
  const slider = page.getByRole('slider')
  const bookings = page.getByRole('region', { name: 'bookings', exact: true })
  const field = (name: string) =>
    bookings
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( changed)?$`) }) })
  await expect(field('labPartnerId').getByRole('link', { name: /^LabAssigned [\d,]+$/ })).toBeVisible()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /^Event 1 of \d+: BookingPlaced, .* IST$/)
  await expect(field('status')).toContainText('pending')
  await expect(field('labPartnerId')).toContainText('null')
  const shown = async () => (await slider.getAttribute('aria-valuetext')) ?? ''
  for (let event = await shown(); !event.includes(': LabAssigned,'); event = await shown()) {
    await page.keyboard.press('ArrowRight')
    await expect(slider).not.toHaveAttribute('aria-valuetext', event)
  }
  await expect(field('labPartnerId')).toContainText(/changed.*before: null.*LabAssigned/s)
  await expect(field('customerId')).toContainText('BookingPlaced')
  await expect(field('customerId')).not.toContainText('changed')
  await expectAccessible(page, 'time travel')

  const [live] = await query("select generation from read_generations where state = 'live'")
  await query(
    `update read_${live?.generation}.bookings set data = data || '{"priority": "high"}' where id = $1`,
    [id],
  )
  await page.reload()
  await expect(page.getByText('Differs from its events')).toBeVisible()
  await expect(page.getByRole('row', { name: 'bookings priority high medium' })).toBeVisible()
  await page.getByRole('button', { name: 'Refold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write the rows as its events say?' })
  await dialog.getByLabel('Reason').fill('It was changed by hand')
  await dialog.getByRole('button', { name: 'Refold' }).click()
  await expect(page.getByText('1 row was mended', { exact: true })).toBeVisible()
  await expect(page.getByText('As its events say')).toBeVisible()
})
