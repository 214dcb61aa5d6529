import { type Browser, expect, type Page } from '@playwright/test'
import { aBookingOfLab1, aPrescription, openMenu, sessionOf } from './desk.ts'
import { expectGoodLooks, measureShifts, shiftLimit, still } from './looks.ts'
import { demo } from './people.ts'
import { test } from './test.ts'

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

const phone = { width: 360, height: 780 }
const desk = { width: 1440, height: 900 }

/** A signed-in page on a phone. */
async function pageFor(browser: Browser, who: keyof typeof routes): Promise<Page> {
  const { token } = await sessionOf(demo[who])
  const page = await (await browser.newContext({ viewport: phone, ...still })).newPage()
  await page.addInitScript((kept) => localStorage.setItem('auth_token', kept), token)
  return page
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

for (const who of ['lab1', 'admin'] as const) {
  test(`the screens of ${who} can be used by everybody, in either theme, on a phone or a desk`, async ({
    browser,
  }) => {
    await aPrescription('Latha Menon')
    const page = await pageFor(browser, who)
    for (const path of routes[who]) {
      await open(page, path)
      await expectGoodLooks(page, path)
    }
  })

  test(`nothing jumps while the screens of ${who} load`, async ({ browser }) => {
    const page = await pageFor(browser, who)
    const shifts = await measureShifts(page)
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport)
      for (const path of routes[who]) {
        await open(page, path)
        expect(await shifts(), `layout shift of ${path}, ${viewport.width} px`).toBeLessThanOrEqual(
          shiftLimit,
        )
      }
    }
  })
}

test('the dialogs of the desk can be used by everybody, in either theme', async ({ browser }) => {
  await aBookingOfLab1('lab-processing')
  await aPrescription('Latha Menon')
  const page = await pageFor(browser, 'admin')
  const dialog = page.getByRole('dialog')
  async function check(name: string) {
    await expect(dialog).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectGoodLooks(page, name, [phone.width])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }

  await open(page, '/dashboard?tab=bookings')
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await expectGoodLooks(page, 'filters', [phone.width])
  await page.getByRole('button', { name: 'Assign Lab' }).first().click()
  await check('Assign Lab')
  await page.getByRole('tab', { name: /^Assigned/ }).click()
  const card = page.getByRole('article').filter({ hasText: 'Lab Processing' }).first()
  await openMenu(card)
  await expectGoodLooks(page, 'menu', [phone.width])
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
