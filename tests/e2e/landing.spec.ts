import { expect } from '@playwright/test'
import { demoAccounts } from './demo-accounts.ts'
import { logIn, openAs } from './sign-in.ts'
import { test } from './test.ts'

test('the landing page shows before any script runs, does not change afterwards, and loads nothing that a visitor does not need', async ({
  browser,
}) => {
  const still = await openAs(browser, 'visitor', { javaScriptEnabled: false })
  await still.goto('/')
  await expect(still.getByRole('heading', { name: /Lab tests at your door/ })).toBeVisible()
  await expect(still.getByText('50K+')).toBeVisible()

  const page = await openAs(browser, 'visitor')
  const faults: string[] = []
  const loaded: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { name: /Lab tests at your door/ })
  const first = await heading.elementHandle()
  await expect(page.getByRole('button', { name: /^Book Now/ }).first()).toBeVisible()
  expect(await first?.evaluate((element) => element.isConnected), 'the client keeps the heading').toBe(true)
  expect(faults).toEqual([])
  expect(loaded.filter((path) => /\.css$|socket\.io|\/(connect|forms|shell|admin)/.test(path))).toEqual([])

  const [paint = Number.NaN, load = Number.NaN, script] = await page.evaluate(() => {
    const startOf = (entries: PerformanceEntry[]) => entries[0]?.startTime
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource')
    return [
      startOf(performance.getEntriesByName('first-contentful-paint')),
      page?.loadEventStart,
      startOf(resources.filter(({ name }) => name.endsWith('.js'))),
    ]
  })
  // where nothing is painted, 2 s after the page has loaded
  expect(script).toBeGreaterThan(Math.min(paint, load + 2_000))
})

test('a visitor searches on the page, and a search that was sent before the scripts load runs once they do [S2.3.1]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const search = page.getByPlaceholder('Search for tests or packages...')
  await search.fill('thyroid')
  await search.press('Enter')
  await page.waitForURL('**/?q=thyroid', { waitUntil: 'commit' })
  release()
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.getByRole('heading', { name: /Thyroid Profile/ }).first()).toBeVisible()
  await expect(search).toHaveValue('thyroid')

  await search.fill('zzzzzz')
  await expect(results.getByText('No tests found')).toBeVisible()
  await results.getByRole('button', { name: 'Clear search' }).click()
  await expect(results).toBeHidden()
  await expect(search).toHaveValue('')
})

test('Book Now leads a visitor through the login to the wizard [S2.1.5]', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/')
  await page.getByRole('button', { name: /^Book Now.*Complete Blood Count/ }).click()
  await expect(page).toHaveURL(/\/user\?next=/)
  await logIn(page, demoAccounts.customer)
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name: /Complete Blood Count/ })).toBeVisible()
})
