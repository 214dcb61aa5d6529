import { expect, type Page } from '@playwright/test'
import { expectAccessible, measureShifts } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

/** As the API answers while a notice is set: a real one would lie over the pages of the other tests. */
async function tell(page: Page, text: string): Promise<void> {
  const notice = { id: 1, text, from: null, until: null }
  await page.route('**/api/maintenance', (route) => route.fulfill({ json: { notice } }))
}

const text = 'Jaanch will not be reachable from 11 pm to 11.30 pm. Bookings are kept.'

for (const [who, path, width] of [
  ['visitor', '/', 360],
  ['visitor', '/', 1440],
  ['customer', '/home', 360],
] as const) {
  test(`a ${who} sees a notice on ${path} at ${width} px, where nothing moves, and puts it away`, async ({
    browser,
  }) => {
    const page = await openAs(browser, who, { viewport: { width, height: width < 700 ? 780 : 900 } })
    const shifts = await measureShifts(page)
    await tell(page, text)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const before = await shifts()
    const notice = page.getByRole('complementary', { name: 'Notice' })
    await expect(notice).toContainText(text)
    expect(await shifts()).toBe(before)
    if (path === '/') expect(before).toBe(0)
    await expectAccessible(page, path, [width])
    await notice.getByRole('button', { name: 'Dismiss the notice' }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(notice).toBeHidden()
  })
}
