import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openAs, openAsNewcomer, type Person, pune } from './session.ts'

/** What fades in has no contrast yet. */
const still = { ...pune, reducedMotion: 'reduce' } as const
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The public pages and those that this folder's other specs walk through. */
const routes: [who: Person | 'visitor', path: string][] = [
  ['visitor', '/'],
  ['visitor', '/user'],
  ['visitor', '/user?forgot'],
  ['visitor', '/user?reset=a-token'],
  ['visitor', '/lab'],
  ['visitor', '/admin'],
  ['visitor', '/no/such/page'],
  ['customer', '/home'],
  ['customer', '/tests?q=thyroid'],
  ['lab', '/book/any'],
]

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(standard).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test(`no barrier on any page, ${colorScheme}, at ${width} px`, async ({ browser }) => {
      const options = { ...still, colorScheme, viewport: { width, height: 900 } }
      for (const who of ['visitor', 'customer', 'lab'] as const) {
        const page = await openAs(browser, who, options)
        for (const [, path] of routes.filter(([one]) => one === who)) {
          await settled(page, path)
          expect(await violations(page), path).toEqual([])
        }
        await page.context().close()
      }
    })

    test(`no barrier in the wizard, ${colorScheme}, at ${width} px`, async ({ browser }) => {
      const page = await openAsNewcomer(browser, { ...still, colorScheme, viewport: { width, height: 900 } })
      await page.goto('/tests?q=Fasting%20Blood%20Sugar')
      await page.getByRole('button', { name: 'View Details of Fasting Blood Sugar' }).click()
      const details = page.getByRole('dialog', { name: 'Fasting Blood Sugar' })
      await expect(details.getByRole('heading', { name: /Parameters covered/ })).toBeVisible()
      expect(await violations(page), 'the details').toEqual([])
      await details.getByRole('button', { name: 'Book Now' }).click()

      const next = page.getByRole('button', { name: 'Next' })
      for (let step = 1; step < 4; step += 1) {
        await expect(page.getByText(`Step ${step} of 7`)).toBeVisible()
        expect(await violations(page), `step ${step}`).toEqual([])
        await next.click()
      }
      await expect(page.getByText('Step 4 of 7')).toBeVisible()
      expect(await violations(page), 'step 4').toEqual([])
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
      expect(await violations(page), 'step 5').toEqual([])
      await next.click()
      await expect(page.getByText('Step 6 of 7')).toBeVisible()
      expect(await violations(page), 'step 6').toEqual([])
      await page.getByRole('button', { name: 'Confirm Booking' }).click()
      await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
      expect(await violations(page), 'step 7').toEqual([])
    })
  }
}

test('nothing scrolls sideways at 320 px', async ({ browser }) => {
  for (const who of ['visitor', 'customer', 'lab'] as const) {
    const page = await openAs(browser, who, { ...still, viewport: { width: 320, height: 640 } })
    for (const [, path] of routes.filter(([one]) => one === who)) {
      await settled(page, path)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, path).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  }
})

test('the list behind the bell has no barrier', async ({ browser }) => {
  for (const width of [360, 1440]) {
    const page = await openAs(browser, 'customer', { ...still, viewport: { width, height: 900 } })
    await settled(page, '/home')
    await page
      .getByRole('button', { name: /^Notifications/ })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    expect(await violations(page), `${width} px`).toEqual([])
    await page.context().close()
  }
})
