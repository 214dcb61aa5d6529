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
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

// each of these takes half a minute
test.describe.configure({ mode: 'parallel' })

/** The screens that no other spec checks */
const screens = {
  visitor: [
    '/',
    '/user',
    '/user?forgot',
    '/user?reset=a-token',
    '/lab',
    '/admin',
    '/privacy',
    '/grievance',
    '/no/such/page',
  ],
  customer: ['/home', '/tests?q=thyroid'],
  lab: [
    '/dashboard',
    '/lab/bookings',
    '/lab/round',
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
    '/book/any',
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
    '/admin/catalogue?tab=parameters',
    '/admin/catalogue?open=CBC',
    '/admin/catalogue?tab=parameters&open=HGB',
    '/admin/catalogue/import',
    '/admin/catalogue/prices',
    '/admin/bookings',
    '/admin/settings',
    '/admin/facts',
  ],
} as const

/** One screen of each kind, whose colours are checked in the dark theme too */
const darkToo = new Set<string>([
  '/',
  '/home',
  '/dashboard',
  '/lab/round',
  '/lab/tubes',
  '/dashboard?tab=bookings',
  '/admin/catalogue?open=CBC',
])

const sizes = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } }

const openIn = (browser: Browser, who: keyof typeof screens, size: keyof typeof sizes) =>
  openAs(browser, who, { ...pune, ...reducedMotion, viewport: sizes[size] })

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLoaded(page)
}

const expectLoaded = (page: Page) => expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)

for (const who of ['visitor', 'customer', 'lab', 'admin'] as const)
  test(`the screens of a ${who} load on a phone without a layout shift, and have no accessibility violation`, async ({
    browser,
  }) => {
    await createPrescription('Latha Menon')
    const page = await openIn(browser, who, 'phone')
    await dropPushedRows(page)
    const shifts = await measureShifts(page)
    for (const path of screens[who]) {
      await settled(page, path)
      await expectNoShift(page, path, shifts)
      await expectAccessible(page, path, { isDarkToo: darkToo.has(path) })
    }
  })

for (const who of ['lab', 'admin'] as const)
  test(`the screens of a ${who} load on a desktop without a layout shift`, async ({ browser }) => {
    await createPrescription('Latha Menon')
    const page = await openIn(browser, who, 'desktop')
    await dropPushedRows(page)
    const shifts = await measureShifts(page)
    for (const path of screens[who]) {
      await settled(page, path)
      await expectNoShift(page, path, shifts)
    }
  })

test('the dialogs of an admin have no accessibility violation', async ({ browser }) => {
  // of its own: the dialogs of what other tests assign and order meanwhile would change
  const [unassigned, processing] = [await createBooking(), await createBookingOfDemoLab('lab-processing')]
  const name = `Latha ${randomUUID()}`
  await createPrescription(name)
  const page = await openIn(browser, 'admin', 'phone')
  const dialog = page.getByRole('dialog')
  async function check(title: string) {
    await expect(dialog).toBeVisible()
    await expectLoaded(page)
    await expectAccessible(page, title)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }

  await settled(page, '/dashboard?tab=bookings')
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await bookingCard(page, unassigned).getByRole('button', { name: 'Assign Lab' }).click()
  await check('Assign Lab')
  const card = await openListOf(page, '/dashboard?tab=bookings&list=assigned', processing)
  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Attach Report' }).click()
  await dialog.getByRole('tab', { name: 'Enter values' }).click()
  await check('Attach Report')
  await settled(page, '/dashboard?tab=prescriptions')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Create Order' }).click()
  await check('Create Order')
  await settled(page, '/dashboard?tab=approvals')
  for (const title of ['Edit Details', 'Suspend']) {
    await page
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .first()
      .click()
    await check(title)
  }
})
