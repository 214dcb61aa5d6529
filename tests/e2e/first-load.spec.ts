import { expect } from '@playwright/test'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

for (const path of ['/home', '/tests', '/booking', '/reports', '/profile']) {
  test(`${path} sends each request once and uses the answers that arrived before its scripts`, async ({
    browser,
  }) => {
    const page = await openAs(browser, 'customer')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    await page.goto(path)
    // a dialog may cover the page
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked).toContain('/api/users/me')
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    const left = await page.evaluate(() => [
      ...((
        globalThis as unknown as { preloadedCalls?: { responses: Map<string, unknown> } }
      ).preloadedCalls?.responses.keys() ?? []),
    ])
    expect(left).toEqual([])
  })
}

for (const [path, catalogue] of [
  ['/home', '/api/packages/popular'],
  ['/tests', '/api/packages'],
] as const) {
  test(`${path} asks once for its packages if the city is that of the last time`, async ({ browser }) => {
    const page = await openAs(browser, 'customer')
    await page.route('**/api/geocode?*', (route) =>
      route.fulfill({ json: { city: "Navi Mumbai (K's)", state: 'Maharashtra', pincode: '400703' } }),
    )
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 19.03, longitude: 73.03 })
    await page.addInitScript(() => localStorage.setItem('city', JSON.stringify("Navi Mumbai (K's)")))
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === catalogue) asked.push(search)
    })
    await page.goto(path)
    await expect(page.getByText("Navi Mumbai (K's)").first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual(['?city=Navi+Mumbai+%28K%27s%29'])
  })
}

test('a page that opens while the API is down shows its content once the API is back', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer')
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Reconnecting…' })).toBeVisible()
  await page.unroute('**/api/**')
  // the demo's order that waits for confirmation, which is in the list of bookings
  await expect(page.getByRole('dialog', { name: 'Confirm Order' })).toBeVisible()
})

test('/ redirects a signed-in user to their page and preloads it', async ({ browser }) => {
  const page = await openAs(browser, 'customer')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(pathname + search)
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(asked.filter((path) => path === '/api/packages/popular')).toHaveLength(1)
  expect(asked.filter((path) => /\/landing-/.test(path))).toEqual([])
})

test('the landing page is readable before its scripts load, and no style sheet is fetched twice', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.endsWith('.css'))).toEqual([])
  const [paint] = await page.evaluate(() =>
    performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
  )
  const [script] = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  )
  expect(script).toBeGreaterThan(paint ?? Number.POSITIVE_INFINITY)
})
