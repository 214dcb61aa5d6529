import { expect, type Page } from '@playwright/test'
import { createBooking, expectAttentionCount } from './api.ts'
import { reducedMotion } from './page-checks.ts'
import { openDashboard } from './sign-in.ts'
import { test } from './test.ts'

const charts = [
  'Bookings and revenue',
  'How far bookings come',
  'Collection slots',
  'Turnaround per lab',
  'Cancellations',
  'Packages by revenue',
  'Cities',
  'Report promises kept',
]

/** The first cell of numbers in a row of a chart's table */
async function numberIn(page: Page, table: string, row: string): Promise<number> {
  const cells = page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell')
  // not innerText: a chart that is far below the visible part is not rendered, and has none
  return Number((await cells.first().textContent())?.replaceAll(',', ''))
}

test('an admin sees every chart, and a new booking changes them without a reload', async ({ browser }) => {
  const page = await openDashboard(browser, 'admin')
  for (const name of charts) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

  const before = await numberIn(page, 'How far bookings come', 'Placed')
  expect(before).toBeGreaterThan(400)
  await createBooking()
  // other tests book at the same time
  await expect.poll(() => numberIn(page, 'How far bookings come', 'Placed')).toBeGreaterThan(before)
  await page.emulateMedia(reducedMotion)
  await page.getByRole('button', { name: 'Cities as a table' }).click()
})

test('each entry of Needs attention opens the list of exactly those bookings', async ({ browser }) => {
  const page = await openDashboard(browser, 'admin')
  const tile = page.getByRole('link', { name: /Unassigned for over an hour/ })
  await expect(tile).toContainText(/\d/)
  await tile.click()
  await expect(page).toHaveURL(/\/admin\/bookings\?attention=unassigned$/)
  await expect(page.getByRole('heading', { name: 'Unassigned bookings' })).toBeVisible()
  await expectAttentionCount(page, 'unassigned')
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  // all at one moment: others assign labs meanwhile
  expect((await rows.allInnerTexts()).filter((text) => !text.includes('No lab yet'))).toEqual([])
})
