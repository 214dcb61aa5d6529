import { expect, type Page } from '@playwright/test'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens a page with the service worker, which the other specs block. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

test('Jaanch can be installed: its manifest names icons that exist, and each visit asks for a new service worker', async ({
  page,
}) => {
  await page.goto('/')
  const link = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(link ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ short_name: 'Jaanch', start_url: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.status(), `${src} ${sizes}`).toBe(200)
    expect(icon.headers()['content-type']).toContain(type)
  }
  for (const path of ['/sw.js', '/', '/home', '/index.html']) {
    const { 'cache-control': caching } = (await page.request.get(path)).headers()
    expect(caching, `a release of ${path} is never delayed`).toBe('no-cache')
  }
})

test('Jaanch opens offline and says that the connection is lost; its service worker caches no answer of the API and leaves the queue dashboard alone [V14.2.2]', async ({
  page,
  context,
}) => {
  await visit(page, '/')
  await page.getByRole('searchbox').fill('thyroid')
  await expect(page.getByRole('heading', { name: /Thyroid Profile/ }).first()).toBeVisible()
  const kept = await page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(kept.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(kept.filter((path) => /^\/(api|socket\.io|admin)/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Lab tests at your door/ })).toBeVisible()
  await expect(page.getByText('No packages available at the moment')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('auth_token', 'kept'))
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Reconnecting…' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe('kept')
  for (const path of ['/api/files/prescriptions/any', '/admin/queues']) {
    await expect(page.goto(path), `${path} is the server’s`).rejects.toThrow(/ERR_/)
  }
})

test('offline, a page that was never visited and one that is loaded again wait for the connection and open by themselves', async ({
  browser,
}) => {
  const asha = await openAs(browser, 'customer', { serviceWorkers: 'allow' })
  await visit(asha, '/home')
  await expect(asha.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const waiting = asha.getByRole('heading', { name: 'Reconnecting…' })
  const profile = asha.getByRole('heading', { name: 'Profile' })
  const menu = asha.getByRole('complementary')
  await asha.context().setOffline(true)
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(waiting).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Home' }), 'the menu stays').toBeVisible()
  await asha.context().setOffline(false)
  await expect(profile).toBeVisible()

  // as if the service worker had not cached the code of the page
  const devtools = await asha.context().newCDPSession(asha)
  await devtools.send('Network.clearBrowserCache')
  await asha.evaluate(() => caches.delete('assets'))
  await asha.context().setOffline(true)
  await asha.reload()
  await expect(waiting).toBeVisible()
  await asha.context().setOffline(false)
  await expect(profile).toBeVisible()
})

test('a page that loses its connection before its last parts are loaded stays open, and loads them later', async ({
  browser,
}) => {
  const asha = await openAs(browser, 'customer')
  // page.route() would turn off the browser's cache, from which it imports the other parts
  const devtools = await asha.context().newCDPSession(asha)
  const requested = Promise.withResolvers<string>()
  devtools.on('Fetch.requestPaused', ({ requestId }) => requested.resolve(requestId))
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/location-controls-*.js' }] })
  await asha.goto('/home')
  const requestId = await requested.promise
  await expect(asha.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await asha.context().setOffline(true)
  const failed = asha.waitForEvent('requestfailed', (request) => request.url().includes('location-controls'))
  await devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  await failed
  await devtools.send('Fetch.disable')
  await expect(asha.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await expect(asha.getByRole('button', { name: 'Detect location' })).toBeHidden()
  await asha.context().setOffline(false)
  await expect(asha.getByRole('button', { name: 'Detect location' })).toBeVisible()
})

test('without a network a search says so, "Live" goes at once, and the search comes back by itself', async ({
  browser,
}) => {
  const asha = await openAs(browser, 'customer')
  await asha.goto('/tests')
  await expect(asha.getByText('Live', { exact: true })).toBeVisible()
  await asha.context().setOffline(true)
  await expect(asha.getByText('Reconnecting…')).toBeVisible()
  const search = asha.getByRole('searchbox')
  await search.fill('thyroid')
  await search.press('Enter')
  await expect(asha.getByText('There is no network.')).toBeVisible()
  await expect(asha.getByText('Try another word')).toBeHidden()
  await expect(asha.getByText(/^0 tests/)).toBeHidden()
  await asha.context().setOffline(false)
  await expect(asha.getByRole('heading', { name: /Thyroid Profile/ }).first()).toBeVisible()
})
