import { expect } from '@playwright/test'
import { measureShifts } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

const text = 'Jaanch will not be reachable from 11 pm to 11.30 pm. Bookings are kept.'

test('a notice of maintenance moves nothing on the page of a visitor, who dismisses it', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor', { viewport: { width: 360, height: 780 } })
  const shifts = await measureShifts(page)
  // as the API answers: a real notice would lie over the pages of the other tests
  const settled = Promise.withResolvers<void>()
  await page.route('**/api/maintenance', async (route) => {
    await settled.promise
    await route.fulfill({ json: { notice: { id: 1, text, from: null, until: null } } })
  })
  const asked = page.waitForRequest('**/api/maintenance')
  await page.goto('/')
  await asked
  // the last that the page shows
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate('document.fonts.ready')
  const before = await shifts()
  settled.resolve()
  const notice = page.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText(text)
  expect(await shifts()).toBe(before)
  await notice.getByRole('button', { name: 'Dismiss the notice' }).click()
  await expect(notice).toBeHidden()
})
