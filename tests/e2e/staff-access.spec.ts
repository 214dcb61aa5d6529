import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { createBooking, createBookingOfDemoLab, createPrescription } from './api.ts'
import { bookingCard, openListOf, openMenu } from './booking-card.ts'
import {
  dropPushedRows,
  expectAccessible,
  expectNoShift,
  measureShifts,
  reducedMotion,
} from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

// each of these takes half a minute
test.describe.configure({ mode: 'parallel' })

const routes = {
  lab: [
    '/dashboard',
    '/lab/bookings',
    '/lab/round',
    '/lab/tests',
    '/lab/reports',
    '/lab/settings',
    '/lab/profile',
    '/lab/staff',
    '/lab/tubes',
    '/lab/import',
    '/lab/quality',
    '/lab/cash',
    '/lab/critical',
    '/lab/intervals?q=haemoglobin',
    '/account',
  ],
  admin: [
    '/dashboard',
    '/dashboard?tab=approvals',
    '/dashboard?tab=bookings',
    '/dashboard?tab=prescriptions',
    '/admin/users',
    '/admin/audit',
    '/admin/reviews',
    '/admin/quality',
    '/admin/critical',
    '/admin/packages',
    '/admin/prices',
    '/admin/catalogue',
    '/admin/catalogue?tab=packages',
    '/admin/catalogue?tab=parameters',
    '/admin/catalogue?open=CBC',
    '/admin/catalogue?tab=parameters&open=HGB',
    '/admin/catalogue/import',
    '/admin/catalogue/prices',
    '/admin/bookings',
    '/admin/settings',
    '/admin/facts',
    '/account',
  ],
} as const

/** One screen of each kind, whose colours are checked in the dark theme too */
const darkToo = new Set([
  '/dashboard',
  '/lab/round',
  '/lab/tubes',
  '/dashboard?tab=bookings',
  '/admin/catalogue?open=CBC',
])

const phone = { width: 360, height: 780 }
const desktop = { width: 1440, height: 900 }

/** Opens a signed-in page in the size of a phone. */
function pageFor(browser: Browser, who: keyof typeof routes): Promise<Page> {
  return openAs(browser, who, { viewport: phone, ...reducedMotion })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLoaded(page)
}

const expectLoaded = (page: Page) => expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)

for (const who of ['lab', 'admin'] as const) {
  test(`the screens of the ${who} load without a shift on a phone, and have no accessibility violation`, async ({
    browser,
  }) => {
    await createPrescription('Latha Menon')
    const page = await pageFor(browser, who)
    await dropPushedRows(page)
    const shifts = await measureShifts(page)
    for (const path of routes[who]) {
      await open(page, path)
      await expectNoShift(page, path, shifts)
      await expectAccessible(page, path, darkToo.has(path) ? undefined : [phone.width])
    }
  })

  test(`the screens of the ${who} load without a shift on a desktop`, async ({ browser }) => {
    await createPrescription('Latha Menon')
    const page = await pageFor(browser, who)
    await dropPushedRows(page)
    const shifts = await measureShifts(page)
    await page.setViewportSize(desktop)
    for (const path of routes[who]) {
      await open(page, path)
      await expectNoShift(page, path, shifts)
    }
  })
}

test('the dialogs of the staff have no accessibility violation', async ({ browser }) => {
  // of its own: the dialogs of what other tests assign and order meanwhile would change
  const [unassigned, processing] = [await createBooking(), await createBookingOfDemoLab('lab-processing')]
  const name = `Latha ${randomUUID()}`
  await createPrescription(name)
  const page = await pageFor(browser, 'admin')
  const dialog = page.getByRole('dialog')
  async function check(name: string) {
    await expect(dialog).toBeVisible()
    await expectLoaded(page)
    await expectAccessible(page, name, [phone.width])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }

  await open(page, '/dashboard?tab=bookings')
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await bookingCard(page, unassigned).getByRole('button', { name: 'Assign Lab' }).click()
  await check('Assign Lab')
  const card = await openListOf(page, '/dashboard?tab=bookings&list=assigned', processing)
  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Attach Report' }).click()
  await dialog.getByRole('tab', { name: 'Enter values' }).click()
  await check('Attach Report')
  await openMenu(card)
  await page.getByRole('menuitem', { name: 'View Details' }).click()
  await check('View Details')
  await open(page, '/dashboard?tab=prescriptions')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Create Order' }).click()
  await check('Create Order')
  await open(page, '/dashboard?tab=approvals')
  await page
    .getByRole('button', { name: /^Edit Details/ })
    .first()
    .click()
  await check('Lab Details')
  await page
    .getByRole('button', { name: /^Suspend/ })
    .first()
    .click()
  await check('Suspend')
  await open(page, '/admin/users')
  await page
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Disable Account' }).click()
  await check('Disable Account')
  await open(page, '/admin/packages')
  await page.getByRole('button', { name: 'Add Package' }).click()
  await check('Create Package')
})
