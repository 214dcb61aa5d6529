import { expect, type Page } from '@playwright/test'
import { createBooking } from './api.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'

/** The end of the log, as the picture of the pipeline tells it to readers of the screen. */
async function shownHead(page: Page): Promise<number> {
  const text = await page
    .getByRole('listitem')
    .filter({ hasText: /^Log: / })
    .innerText()
  return Number(text.match(/([\d,]+) events/)?.[1]?.replaceAll(',', ''))
}

test('an operator reaches Now from the overview, sees the log move as a booking is placed, and which settings the processes have', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'admin')
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page).toHaveURL(/\/admin\/operations$/)
  await expect(page.getByRole('rowheader', { name: /^Projector/ })).toBeVisible()
  const { position } = await createBooking()
  await expect.poll(() => shownHead(page)).toBeGreaterThanOrEqual(position)
  await page.emulateMedia(reducedMotion)
  await expectAccessible(page, 'Now', { isDarkToo: true })

  await page.goto('/admin/operations/settings')
  await expect(page.getByRole('row').filter({ hasText: 'JWT_SECRET' }).first()).toContainText('api')
  await expect(page.getByRole('heading', { name: 'Nothing is wrong with the settings' })).toBeVisible()
  await expectAccessible(page, 'settings')
})

test('an operator asks whose data an account saw, and looks at the quarantine', async ({ browser }) => {
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/affected')
  await page.getByLabel('Account', { exact: true }).fill('e4667634-31ec-4b74-a96e-bbdb6e07773f')
  await page.getByLabel('From', { exact: true }).fill('2026-01-01T00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'It saw the data of nobody' })).toBeVisible()
  await expectAccessible(page, 'affected people')
  await page.getByRole('link', { name: 'Quarantine' }).click()
  await expect(page.getByText('Nothing is in quarantine')).toBeVisible()
})
