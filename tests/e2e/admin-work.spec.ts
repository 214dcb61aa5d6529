import type { Attention } from '@jaanch/booking/list/tabs'
import { expect, type Page } from '@playwright/test'
import { countAttention, createBooking, createBookingOfDemoLab, expectAttentionCount } from './api.ts'
import { openListOf } from './booking-card.ts'
import { openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** Counts the presses on the page from now on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number }
    counted.presses = 0
    const count = () => {
      counted.presses += 1
    }
    for (const event of ['click', 'keydown']) window.addEventListener(event, count, true)
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('a lab declines a visit, which leaves its list; admins see who declined, why, and how often', async ({
  browser,
}) => {
  const booking = await createBookingOfDemoLab('confirmed')
  const lab = await openAs(browser, 'lab')
  const card = await openListOf(lab, '/lab/bookings', booking)
  await card.getByRole('button', { name: /^Decline/ }).click()
  const dialog = lab.getByRole('dialog', { name: 'Decline this visit?' })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await lab.getByRole('option', { name: 'No collector is free' }).click()
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectToast(lab, 'Visit declined')
  await expect(card).toBeHidden()

  const admin = await openAs(browser, 'admin')
  await admin.goto(`/admin/bookings?id=${booking.id}`)
  const details = admin.getByRole('dialog')
  await expect(details.getByText('No lab yet')).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await expect(details.getByText(/No collector is free/)).toBeVisible()
  await admin.setViewportSize({ width: 1280, height: 6_000 })
  await admin.goto('/dashboard?tab=approvals')
  await expect(
    admin.getByText(/^Declined \d+ of its last \d+ assignments \(90 days\)$/).first(),
  ).toBeVisible()
})

test('ten bookings get the suggested labs in at most twelve presses', async ({ browser }) => {
  const bookingIds: string[] = []
  for (let n = 0; n < 10; n += 1) bookingIds.push((await createBooking()).id)
  const page = await openDashboard(browser, 'admin')
  // those of other tests wait for a lab of their own
  await page.route('**/api/admin/bookings/suggestions', (route) =>
    route.continue({ postData: JSON.stringify({ bookingIds }) }),
  )
  await page.getByRole('tab', { name: 'Manage Bookings', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Assign suggested' })).toBeEnabled()
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'Assign suggested' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign suggested labs' })
  await expect(dialog.getByRole('button', { name: 'Select all' })).toBeVisible()
  await dialog.getByRole('button', { name: /^Assign \d+$/ }).click()
  await expect(dialog.getByText(/^10 of 10 assigned/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await presses()).toBeLessThanOrEqual(12)
})

test('an entry of Needs attention opens the list of its bookings, where a snoozed one leaves the focus to the next and comes back when woken', async ({
  browser,
}) => {
  const [attention] = Object.entries(await countAttention()).find(([, n]) => n > 2) ?? []
  if (!attention) throw new Error('Nothing in the demo needs attention')
  const page = await openDashboard(browser, 'admin')
  await page.locator(`a[href="/admin/bookings?attention=${attention}"]`).click()
  await expectAttentionCount(page, attention as Attention)
  const rows = page.locator('[data-row]')
  const idOf = async (place: number) => (await rows.nth(place).getAttribute('data-row')) ?? ''
  const [gone, next] = [await idOf(0), await idOf(1)]
  const first = page.locator(`[data-row="${gone}"]`)
  await first.getByRole('button', { name: /^Snooze/ }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow, 9:00 am' }).click()
  await expect(first).toBeHidden()
  await expect(page.locator(`[data-row="${next}"] button:focus`)).toBeVisible()
  await expectAttentionCount(page, attention as Attention)
  await page.getByRole('link', { name: '1 snoozed' }).click()
  await page.getByRole('button', { name: `Wake booking ${gone.slice(0, 8)}` }).click()
  await expect(page.getByText('Nothing is snoozed')).toBeVisible()
  await page.getByRole('link', { name: 'What needs attention' }).click()
  await expect(first).toBeVisible()
})
