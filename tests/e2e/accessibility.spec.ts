import { expect, type Page } from '@playwright/test'
import type { Role } from './demo-accounts.ts'
import {
  dropPushedRows,
  expectAccessible,
  expectNoShift,
  measureShifts,
  reducedMotion,
} from './page-checks.ts'
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

/** The public pages, and those that the other specs open */
const routes: Record<'visitor' | 'customer' | 'lab', readonly string[]> = {
  visitor: ['/', '/user', '/user?reset=a-token', '/lab', '/admin', '/privacy', '/no/such/page'],
  customer: ['/home', '/tests?q=thyroid'],
  lab: ['/book/any'],
}

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

for (const [who, paths] of Object.entries(routes)) {
  test(`the pages of a ${who} load without a shift and have no accessibility violation`, async ({
    browser,
  }) => {
    const page = await openAs(browser, who as Role | 'visitor', { ...pune, ...reducedMotion })
    await dropPushedRows(page)
    const shifts = await measureShifts(page)
    for (const path of paths) {
      await settled(page, path)
      await expectNoShift(page, path, shifts)
      await expectAccessible(page, path)
    }
  })
}
