import { expect } from '@playwright/test'
import { demoAccounts } from './demo-accounts.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test('the landing page presents Jaanch and its figures', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/')
  for (const [figure, name] of [
    ['50K+', 'customers'],
    ['500+', 'lab partners'],
    ['100+', 'cities'],
    ['4.8/5', 'rating'],
    ['99.9%', 'accuracy'],
  ] as const) {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(figure)
  }
  for (const promise of ['NABL-certified labs', 'Home collection', 'On-demand booking']) {
    await expect(page.getByText(promise).first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'One account for the whole family' })).toBeVisible()
})

test('the landing page shows before any script runs and does not change afterwards', async ({ browser }) => {
  const still = await openAs(browser, 'visitor', { javaScriptEnabled: false })
  await still.goto('/')
  await expect(still.getByRole('heading', { name: /Lab tests at your door/ })).toBeVisible()
  await expect(still.getByText('50K+')).toBeVisible()

  const page = await openAs(browser, 'visitor')
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { name: /Lab tests at your door/ })
  const first = await heading.elementHandle()
  await expect(page.getByRole('button', { name: /^Book Now/ }).first()).toBeVisible()
  expect(await first?.evaluate((element) => element.isConnected), 'it was taken over, not made anew').toBe(
    true,
  )
  expect(faults).toEqual([])
})

test('a visitor loads neither sockets, forms nor a menu', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Book Now/ }).first()).toBeVisible()
  expect(loaded.filter((path) => /socket\.io|\/(connect|forms|shell|admin)/.test(path))).toEqual([])
})

test('a visitor searches on the page, and a search without results shows a message [S2.3.1]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/')
  const search = page.getByPlaceholder('Search for tests or packages...')
  await search.fill('thyroid')
  await search.press('Enter')
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.getByRole('heading', { name: /Thyroid Profile/ }).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await search.fill('zzzzzz')
  await expect(results.getByText('No tests found')).toBeVisible()
  await results.getByRole('button', { name: 'Clear search' }).click()
  await expect(results).toBeHidden()
  await expect(search).toHaveValue('')
})

for (const [how, keys] of [
  ['typed', []],
  ['typed and sent off', ['Enter']],
] as const) {
  test(`a text that is ${how} before the scripts load is searched once they run`, async ({ browser }) => {
    const page = await openAs(browser, 'visitor')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const search = page.getByPlaceholder('Search for tests or packages...')
    await search.fill('thyroid')
    for (const key of keys) await search.press(key)
    if (keys.length) await page.waitForURL('**/?q=thyroid', { waitUntil: 'commit' })
    release()
    const results = page.getByRole('region', { name: 'Search results' })
    await expect(results.getByRole('heading', { name: /Thyroid Profile/ }).first()).toBeVisible()
    await expect(search).toHaveValue('thyroid')
  })
}

test('Book Now leads through the login to the wizard [S2.1.5]', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  await page.goto('/')
  await page.getByRole('button', { name: /^Book Now.*Complete Blood Count/ }).click()
  await expect(page).toHaveURL(/\/user\?next=/)
  await page.getByLabel('Email or Phone').fill(demoAccounts.customer.email)
  await page.getByLabel('Password', { exact: true }).fill(demoAccounts.customer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name: /Complete Blood Count/ })).toBeVisible()
})

test('packages that cannot be loaded are only logged [S8.9]', async ({ browser }) => {
  const page = await openAs(browser, 'visitor')
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/packages/popular*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/')
  await expect(page.getByText('No packages available at the moment')).toBeVisible()
  expect(logged.some((text) => text.includes('Could not load /api/packages/popular'))).toBe(true)
})
