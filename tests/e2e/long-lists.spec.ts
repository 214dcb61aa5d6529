import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { bookingRows, scenarios } from '../bench-client/scenarios.ts'
import { startStubServer } from '../bench-client/stub-server.ts'
import { createTraffic } from '../bench-client/traffic.ts'
import { placeBooking } from '../support/people.ts'
import { findPackage, signInNewCustomer } from './api.ts'
import { test } from './test.ts'

const cbc = 'Complete Blood Count (CBC)'

test('a long list loads page by page up to its end', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  const booking = await placeBooking(customer, (await findPackage(cbc)).id)
  const all = Array.from({ length: 170 }, (_, place) => ({
    ...booking,
    id: `${String(place).padStart(8, '0')}${booking.id.slice(8)}`,
    createdAt: new Date(Date.parse(booking.createdAt) - place * 60_000).toISOString(),
    status: 'completed',
  }))
  await page.route(/\/api\/bookings\?.*tab=past/, (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit'))
    const next = `</api/bookings?tab=past&limit=${query.get('limit')}&cursor=${to}>; rel="next"`
    return route.fulfill({
      json: all.slice(from, to),
      // a position beyond all other writes on this stack, because the client fetches an older answer again
      headers: { 'log-position': String(booking.position + 1_000), ...(to < all.length && { link: next }) },
    })
  })
  await page.goto('/booking?tab=past')
  const more = page.getByRole('button', { name: 'Show more' })
  for (let shown = 50; shown < all.length; shown += 50) {
    await expect(page.getByText(`#${String(shown - 1).padStart(8, '0')}`)).toBeAttached()
    await more.click()
  }
  await expect(page.getByText('#00000169')).toBeAttached()
  await expect(more).toBeHidden()
})

test('of 20,000 rows only those around the screen are in the document, while new ones arrive', async ({
  page,
}) => {
  const { path, pageRows, open } = scenarios.list
  const stored = 20_000
  const server = await startStubServer(
    createTraffic(stored),
    resolve(import.meta.dirname, '../../web/dist'),
    pageRows,
  )
  try {
    await page.addInitScript("localStorage.setItem('auth_token', 'a.e30.b')")
    await page.goto(server.url + path)
    await open(page)
    const rows = bookingRows(page)
    await expect(rows.first()).toHaveAttribute('aria-setsize', String(stored))
    expect(await rows.count()).toBeLessThan(40)
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight / 2)')
    await expect(rows.first()).toHaveAttribute('aria-posinset', /^\d{4,5}$/)
    server.start(20)
    // further rows at the top do not move those that the reader sees
    await expect(rows.first()).not.toHaveAttribute('aria-setsize', String(stored))
    await expect(rows.first()).toHaveAttribute('aria-posinset', /^\d{4,5}$/)
    expect(await rows.count()).toBeLessThan(40)
  } finally {
    await server.stop()
  }
})
