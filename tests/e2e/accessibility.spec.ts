import { expect, type Page } from '@playwright/test'
import type { Role } from './demo-accounts.ts'
import { expectAccessible, expectNoViolations, reducedMotion } from './page-checks.ts'
import { openAs, openAsNewCustomer, pune } from './sign-in.ts'
import { test } from './test.ts'

/** The public pages, and those that the other specs open */
const routes: Record<'visitor' | 'customer' | 'lab', readonly string[]> = {
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
  lab: ['/book/any'],
}

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

for (const [who, paths] of Object.entries(routes)) {
  test(`the pages of a ${who} have no accessibility violation, in either theme, on a phone or a desktop`, async ({
    browser,
  }) => {
    const page = await openAs(browser, who as Role | 'visitor', { ...pune, ...reducedMotion })
    for (const path of paths) {
      await settled(page, path)
      await expectAccessible(page, path)
    }
  })
}

test('pages that open in the dark theme have no accessibility violation', async ({ browser }) => {
  for (const [who, path] of [
    ['visitor', '/'],
    ['customer', '/home'],
  ] as const) {
    const page = await openAs(browser, who, { ...pune, ...reducedMotion, colorScheme: 'dark' })
    await settled(page, path)
    await expectNoViolations(page, path)
  }
})

test('the steps of the wizard have no accessibility violation, in either theme, on a phone or a desktop', async ({
  browser,
}) => {
  const page = await openAsNewCustomer(browser, { ...pune, ...reducedMotion })
  await page.goto('/tests?q=Fasting%20Blood%20Sugar')
  await page.getByRole('button', { name: 'View Details of Fasting Blood Sugar' }).click()
  const details = page.getByRole('dialog', { name: 'Fasting Blood Sugar' })
  await expect(details.getByRole('heading', { name: /Parameters covered/ })).toBeVisible()
  await expectAccessible(page, 'the details')
  await details.getByRole('button', { name: 'Book Now' }).click()

  const next = page.getByRole('button', { name: 'Next' })
  for (let step = 1; step < 4; step += 1) {
    await expect(page.getByText(`Step ${step} of 7`)).toBeVisible()
    await expectAccessible(page, `step ${step}`)
    await next.click()
  }
  await expect(page.getByText('Step 4 of 7')).toBeVisible()
  await expectAccessible(page, 'step 4')
  for (const [label, value] of [
    ['Street Address', '1 MG Road'],
    ['City', 'Pune'],
    ['State', 'Maharashtra'],
    ['Pincode', '411001'],
    ['Contact Number', '9825012345'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await next.click()
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await page.getByRole('radio', { name: '6:00–8:00 am' }).click()
  await expectAccessible(page, 'step 5')
  await next.click()
  await expect(page.getByText('Step 6 of 7')).toBeVisible()
  await expectAccessible(page, 'step 6')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
  await expectAccessible(page, 'step 7')
})

test('the list of notifications has no accessibility violation', async ({ browser }) => {
  for (const width of [360, 1440]) {
    const page = await openAs(browser, 'customer', { ...reducedMotion, viewport: { width, height: 900 } })
    await settled(page, '/home')
    await page
      .getByRole('button', { name: /^Notifications/ })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expectAccessible(page, 'the bell', [width])
  }
})
