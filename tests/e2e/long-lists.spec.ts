import { headers } from '@jaanch/contracts/http/headers'
import { expect } from '@playwright/test'
import { createBooking } from './api.ts'
import { openDashboard } from './sign-in.ts'
import { test } from './test.ts'

test('of 5,000 rows only those around the screen are in the document, and new ones wait until they are asked for', async ({
  browser,
}) => {
  const stored = 5_000
  const page = await openDashboard(browser, 'admin')
  await page.route(/\/api\/bookings\?.*tab=all/, async (route) => {
    const answer = await route.fetch()
    const [booking] = (await answer.json()) as { id: string; createdAt: string }[]
    const rows = Array.from({ length: stored }, (_, n) => ({
      ...booking,
      id: `${String(n).padStart(8, '0')}${booking?.id.slice(8)}`,
      createdAt: new Date(Date.parse(booking?.createdAt ?? '') - (n + 1) * 60_000).toISOString(),
    }))
    const { [headers.logPosition]: position = '', [headers.logEpoch]: epoch = '' } = answer.headers()
    const sent = { [headers.logPosition]: position, [headers.logEpoch]: epoch }
    return route.fulfill({ json: rows, headers: sent })
  })
  // as cards: a table of 44 px rows has fewer in the same height
  await page.evaluate(() => localStorage.setItem('booking-lists', '{"layout":"cards"}'))
  await page.goto('/admin/bookings')
  await page.getByRole('tab', { name: /^All/ }).click()
  const rows = page.getByRole('list', { name: 'Bookings' }).locator(':scope > li')
  const size = async () => Number(await rows.first().getAttribute('aria-setsize'))
  // other tests place bookings, too
  await expect.poll(size).toBeGreaterThanOrEqual(stored)
  expect(await rows.count()).toBeLessThan(40)
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight / 2)')
  await expect(rows.first()).toHaveAttribute('aria-posinset', /^\d{4}$/)
  // At one moment, because a row of another test may arrive before the page knows that it was scrolled. Which row is the first in the
  // document depends on the heights that are measured, so the place of one row is compared.
  const { id, place, held } = await rows.nth(5).evaluate((row) => ({
    id: row.querySelector<HTMLElement>('[data-row]')?.dataset.row,
    place: row.getAttribute('aria-posinset'),
    held: Number(row.getAttribute('aria-setsize')),
  }))
  const seen = rows.filter({ has: page.locator(`[data-row="${id}"]`) })
  await createBooking()
  const showNew = page.getByRole('button', { name: /^\d+ new, Show ?: Bookings$/ })
  await expect(showNew).toBeVisible()
  // the rows that the reader sees stay where they are
  expect(await size()).toBe(held)
  await expect(seen).toHaveAttribute('aria-posinset', place ?? '')
  expect(await rows.count()).toBeLessThan(40)
  await showNew.click()
  await expect(showNew).toBeHidden()
  await expect.poll(size).toBeGreaterThan(held)
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  await expect(rows.first()).toBeInViewport()
  // the first row of that moment: other tests place bookings above it
  await expect(rows.locator('[data-row]:focus')).toBeInViewport()
  // at the top of the list rows arrive at once
  const before = await size()
  await createBooking()
  await expect.poll(size).toBeGreaterThan(before)
  await expect(showNew).toBeHidden()
})
