import type { Attention } from '@jaanch/contracts/booking-tabs'
import { expect, type Page } from '@playwright/test'
import { countAttention, createBooking, createBookingOfDemoLab, expectAttentionCount } from './api.ts'
import { openListOf } from './booking-card.ts'
import { expectAccessible } from './page-checks.ts'
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
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please select a reason')
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await lab.getByRole('option', { name: 'No collector is free' }).click()
  await expectAccessible(lab, 'the dialog that declines', [360])
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
  const needed = await presses()
  console.info(`ten assignments: ${needed} presses`)
  expect(needed).toBeLessThanOrEqual(12)
})

test('Needs attention is worked down: the next one has the focus, and what is snoozed comes back when woken', async ({
  browser,
}) => {
  const [attention] = Object.entries(await countAttention()).find(([, n]) => n > 2) ?? []
  if (!attention) throw new Error('Nothing in the demo needs attention')
  const page = await openAs(browser, 'admin')
  await page.goto(`/admin/bookings?attention=${attention}`)
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

test('recent bookings are rows of 64 px, the avatar leads to Reviews and Operations, cut tabs fade', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'admin')
  const rows = page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(rows.filter({ hasText: '#' })).toHaveCount(5)
    const heights = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    for (const height of heights) expect(height).toBeLessThanOrEqual(66)
  }
  const list = page.getByRole('tablist', { name: 'Console' })
  const mask = await list.evaluate((each) => getComputedStyle(each.parentElement as Element).maskImage)
  expect(mask).toContain('gradient')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account',
    'Urgent calls',
    'Reviews',
    'Operations',
    'Audit Trail',
  ])
  await page.getByRole('menuitem', { name: 'Operations' }).click()
  await expect(page).toHaveURL(/\/admin\/operations/)
})
