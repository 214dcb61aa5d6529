import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { aBookingOfLab1, aPrescription, openMenu, sessionOf } from './desk.ts'
import { demo } from './people.ts'

const routes = {
  lab1: ['/dashboard', '/lab/bookings', '/lab/tests', '/lab/reports', '/lab/settings'],
  admin: [
    '/dashboard',
    '/dashboard?tab=approvals',
    '/dashboard?tab=bookings',
    '/dashboard?tab=prescriptions',
    '/admin/users',
    '/admin/packages',
    '/admin/bookings',
    '/admin/settings',
  ],
} as const

type Look = { width: number; theme?: 'light' | 'dark' }

/** A signed-in page in this width and theme, which sums up its layout shifts. */
async function pageFor(browser: Browser, who: keyof typeof routes, { width, theme = 'light' }: Look) {
  const { token } = await sessionOf(demo[who])
  const viewport = { width, height: width < 700 ? 780 : 900 }
  const page = await (
    await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
  ).newPage()
  await page.addInitScript((kept) => localStorage.setItem('auth_token', kept), token)
  await page.addInitScript(() => {
    const sum = globalThis as unknown as { shifts: number }
    sum.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) sum.shifts += entry.value
      }
    }).observe({ type: 'layout-shift' as never, buffered: true })
  })
  return page
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, where).toEqual([])
}

for (const who of ['lab1', 'admin'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [360, 1440]) {
      test(`the screens of ${who} can be used by everybody, ${theme} at ${width} px, and nothing jumps`, async ({
        browser,
      }) => {
        await aPrescription('Latha Menon')
        const page = await pageFor(browser, who, { width, theme })
        for (const path of routes[who]) {
          await open(page, path)
          await expectNoViolations(page, path)
          const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)
          expect(shifts, `layout shift of ${path}`).toBeLessThanOrEqual(0.02)
        }
      })
    }
  }

  test(`the screens of ${who} fit into 320 px`, async ({ browser }) => {
    const page = await pageFor(browser, who, { width: 320 })
    for (const path of routes[who]) {
      await open(page, path)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width, path).toBe(320)
    }
  })
}

for (const theme of ['light', 'dark'] as const) {
  test(`the dialogs of the desk can be used by everybody, ${theme}`, async ({ browser }) => {
    await aBookingOfLab1('lab-processing')
    await aPrescription('Latha Menon')
    const page = await pageFor(browser, 'admin', { width: 360, theme })
    const dialog = page.getByRole('dialog')
    async function check(name: string) {
      await expect(dialog).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoViolations(page, name)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    }

    await open(page, '/dashboard?tab=bookings')
    await page.getByRole('button', { name: 'Search and filter' }).click()
    await expectNoViolations(page, 'filters')
    await page.getByRole('button', { name: 'Assign Lab' }).first().click()
    await check('Assign Lab')
    await page.getByRole('tab', { name: /^Assigned/ }).click()
    const card = page.getByRole('article').filter({ hasText: 'Lab Processing' }).first()
    await openMenu(card)
    await expectNoViolations(page, 'menu')
    await page.getByRole('menuitem', { name: 'Attach Report' }).click()
    await dialog.getByRole('tab', { name: 'Enter values' }).click()
    await check('Attach Report')
    await openMenu(card)
    await page.getByRole('menuitem', { name: 'View Details' }).click()
    await check('View Details')
    await open(page, '/dashboard?tab=prescriptions')
    await page.getByRole('button', { name: 'Create Order' }).first().click()
    await check('Create Order')
    await open(page, '/dashboard?tab=approvals')
    await page
      .getByRole('button', { name: /^Edit Details/ })
      .first()
      .click()
    await check('Lab Details')
    await open(page, '/admin/packages')
    await page.getByRole('button', { name: 'Add Package' }).click()
    await check('Create Package')
  })
}
