import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, reducedMotion } from './page-checks.ts'
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

/** Asha books an instant collection through the API. */
async function book(request: APIRequestContext): Promise<void> {
  const login = await request.post('/api/auth/login', {
    data: { email: 'asha@jaanch.example', password: 'asha-demo-2026' },
  })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const [address] = await (await request.get('/api/customer-addresses', { headers })).json()
  const [popular] = await (await request.get('/api/packages/popular')).json()
  const answer = await request.post('/api/bookings', {
    headers,
    data: {
      packageId: popular.id,
      addressId: address.id,
      collectionType: 'instant',
      scheduledDate: null,
      scheduledTime: null,
      familyMemberId: null,
      paymentMethod: 'upi',
      specialInstructions: null,
    },
  })
  expect(answer.status()).toBe(201)
}

/** The first cell of numbers in a row of a chart's table */
async function numberIn(page: Page, table: string, row: string): Promise<number> {
  const cells = page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell')
  // not innerText: a chart that is far below the visible part is not rendered, and has none
  return Number((await cells.first().textContent())?.replaceAll(',', ''))
}

test('an admin sees every chart, and a new booking changes them without a reload', async ({
  browser,
  request,
}) => {
  const page = await openDashboard(browser, 'admin')
  for (const name of charts) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

  const before = await numberIn(page, 'How far bookings come', 'Placed')
  expect(before).toBeGreaterThan(400)
  await book(request)
  await expect
    .poll(() => numberIn(page, 'How far bookings come', 'Placed'), { timeout: 8_000 })
    .toBe(before + 1)
  await page.emulateMedia(reducedMotion)
  await page.getByRole('button', { name: 'Cities as a table' }).click()
  await expectAccessible(page, 'the Overview')
})

test('each entry of Needs attention opens the list of exactly those bookings', async ({ browser }) => {
  const page = await openDashboard(browser, 'admin')
  const tile = page.getByRole('link', { name: /Unassigned for over an hour/ })
  const count = Number((await tile.innerText()).match(/\d+/)?.[0])
  await tile.click()
  await expect(page).toHaveURL(/\/admin\/bookings\?attention=unassigned$/)
  await expect(page.getByRole('heading', { name: 'Unassigned bookings' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'attention' })).toContainText(`${count} need`)
  const rows = page.locator('[data-row]')
  if (count > 0) await expect(rows.first()).toBeVisible()
  // all at one moment: others assign labs meanwhile
  expect((await rows.allInnerTexts()).filter((text) => !text.includes('No lab yet'))).toEqual([])
})
