import { bookingCalls } from '@jaanch/booking/api'
import { notificationCalls } from '@jaanch/messages/api'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Customer, placeBooking } from '../support/people.ts'
import { createBookingInStatus, releaseReport } from '../support/reports.ts'
import { createBooking, expectNumbered, findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

/** The calls that the page sent before its client ran */
declare const preloadedCalls: { responses: Map<string, Promise<unknown>> }

/** One page of each kind, with what its last answer shows */
const pages: [path: string, shownBy: (page: Page) => Locator][] = [
  ['/home', (page) => page.getByRole('article').first()],
  ['/booking', (page) => page.getByRole('article').first()],
  ['/reports', (page) => page.getByRole('switch', { name: 'Remind me when a test is due' })],
]

const liveTitle = 'Changes show as they happen'

const isData = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/users/me'
const isCode = ({ pathname }: URL) => pathname.endsWith('.js')
const isPageCode = ({ pathname }: URL) => /^\/assets\/(home|my-bookings|reports)-/.test(pathname)

/** Opens a page of which a part comes last, long after the others. */
const orders: Record<string, (page: Page, path: string, shown: Locator) => Promise<void>> = {
  async 'its answers come last'(page, path) {
    const { promise: isLive, resolve: startReading } = Promise.withResolvers<void>()
    const release = await answerLater(page, isData, isLive)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByTitle(liveTitle)).toBeVisible()
    startReading()
    await letTimePass(page)
    release()
  },
  async 'its code comes last'(page, path) {
    const releaseOther = await answerLater(page, (url) => isCode(url) && !isPageCode(url))
    const release = await answerLater(page, isPageCode)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(async () => (await Promise.all(preloadedCalls.responses.values())).length > 0)
    await letTimePass(page)
    releaseOther()
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await letTimePass(page)
    release()
  },
  async 'its live connection comes last'(page, path, shown) {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/socket\.io\//, (socket) => promise.then(() => void socket.connectToServer()))
    await page.goto(path)
    await expect(shown).toBeVisible()
    await letTimePass(page)
    resolve()
  },
}

/**
 * Gives the page no answer to such requests before the returned function is called.
 * @param mayRead resolves when the requests may be sent to the API. If another test appends an event between an answer and the live
 * connection, the page rightly asks again.
 */
async function answerLater(
  page: Page,
  isHeld: (url: URL) => boolean,
  mayRead: Promise<void> = Promise.resolve(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(isHeld, async (route) => {
    await mayRead
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}

/** The log moves on, by what does not concern the customer, and the timers of the next seconds end. */
async function letTimePass(page: Page): Promise<void> {
  const { id } = await createBooking()
  const { admin } = await signInStaff()
  await admin.client.call(bookingCalls.getBooking, { params: { id } })
  await page.clock.runFor(5_000)
}

let customer: Customer

// nothing changes what this customer sees: a page would ask for it again
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage()
  customer = await signInNewCustomer(page)
  await page.close()
  const { admin, lab } = await signInStaff()
  const { id: packageId } = await findPackage('Lipid Profile')
  await placeBooking(customer, packageId)
  const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
  await releaseReport(lab, id)
  await expectNumbered(customer)
  // the last ones of the two
  const last = ['Booking placed', 'Your report is ready']
  await expect
    .poll(async () => {
      const told = await customer.client.call(notificationCalls.listNotifications)
      return told.filter(({ title }) => last.includes(title)).length
    })
    .toBe(3)
})

for (const [order, open] of Object.entries(orders))
  test(`the pages of a customer send each request once if ${order}`, async ({ browser }) => {
    for (const [path, shownBy] of pages) {
      const page = await (await browser.newContext()).newPage()
      await page.addInitScript((token) => localStorage.setItem('auth_token', token), customer.token)
      await page.clock.install()
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        if (pathname.startsWith('/api/')) asked.push(pathname + search)
      })
      await open(page, path, shownBy(page))
      await expect(shownBy(page)).toBeVisible()
      await expect(page.getByTitle(liveTitle)).toBeVisible()
      await page.clock.runFor(5_000)
      expect(asked, path).toContain('/api/users/me')
      expect(asked.toSorted(), path).toEqual([...new Set(asked)].toSorted())
      expect(await page.evaluate(() => [...preloadedCalls.responses.keys()]), path).toEqual([])
      // what is still held back may come after the page is gone
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    }
  })

test('/home and /tests ask once for their packages if the city is that of the last time', async ({
  browser,
}) => {
  for (const [path, catalogue] of [
    ['/home', '/api/packages/popular'],
    ['/tests', '/api/packages'],
  ] as const) {
    const page = await openAs(browser, 'customer', {
      ...pune,
      geolocation: { latitude: 19.03, longitude: 73.03 },
    })
    await page.route('**/api/geocode?*', (route) =>
      route.fulfill({ json: { city: "Navi Mumbai (K's)", state: 'Maharashtra', pincode: '400703' } }),
    )
    await page.addInitScript(() => localStorage.setItem('city', JSON.stringify("Navi Mumbai (K's)")))
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === catalogue) asked.push(search)
    })
    await page.clock.install()
    const located = page.waitForResponse('**/api/geocode?*')
    await page.goto(path)
    await located
    await expect(page.getByText("Navi Mumbai (K's)").first()).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.clock.runFor(5_000)
    expect(asked).toEqual(['?city=Navi+Mumbai+%28K%27s%29'])
  }
})

test('a page that opens while the API is down shows its content once the API is back', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer')
  await page.clock.install()
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Reconnecting…' })).toBeVisible()
  await page.unroute('**/api/**')
  // it asks every 4 s
  await page.clock.runFor(4_000)
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
