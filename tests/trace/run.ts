/**
 * `npm run draw-trace`: on a stack of its own, a customer books in one browser while an admin has the bookings open in another one.
 * Collects the spans of the services and what both browsers measured, and draws them: test-results/trace.svg and trace.png.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { inRepository } from '@jaanch/infra/local/paths'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startStackProcess } from '../chaos/stack-process.ts'
import { unpackChromium } from '../e2e/chromium.ts'
import { demoAccounts } from '../e2e/demo-accounts.ts'
import { next, onStep } from '../e2e/wizard.ts'
import { startOtlpCollector } from '../support/otlp-collector.ts'
import { drawTrace, type Step } from './draw.ts'

// As text, because these tests are compiled for Node. Notes clicks, calls and changes that arrive, in ms since 1970.
const observe = `
  window.noted = []
  const note = (name, trace, start, end) =>
    noted.push({ name, trace, start: performance.timeOrigin + start, end: performance.timeOrigin + end })
  addEventListener('click', ({ timeStamp }) => note('click', undefined, timeStamp, timeStamp), true)
  new PerformanceObserver((list) => {
    for (const { name, detail, startTime, duration } of list.getEntries())
      if (detail && detail.trace) note(name, detail.trace, startTime, startTime + duration)
  }).observe({ entryTypes: ['mark', 'measure'] })`

type Noted = { name: string; trace?: string; start: number; end: number }
const notedBy = (page: Page) => page.evaluate<Noted[]>('noted')

async function openAs(browser: Browser, url: string, role: 'customer' | 'admin'): Promise<Page> {
  const { email, password } = demoAccounts[role]
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } })
  await page.addInitScript(`localStorage.setItem('auth_token', '${token}')`)
  await page.addInitScript(observe)
  return page
}

async function until<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const found = await find()
    if (found !== undefined) return found
    await setTimeout(100)
  }
  throw new Error('The trace did not reach the other browser in 30 s')
}

const collector = await startOtlpCollector()
const stack = await startStackProcess({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER_ARG: '1',
})
const bundled = await unpackChromium()
const browser = await chromium.launch({
  executablePath: bundled.executablePath,
  env: { ...process.env, ...bundled.env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-gpu'],
})

/** Books until the payment, and confirms it. @returns the steps of the trace that the last click began */
async function book(customer: Page, admin: Page): Promise<Step[]> {
  const found = await (await customer.request.get('/api/search?q=Complete%20Blood%20Count')).json()
  await customer.goto(`/book/${found[0].id}`)
  await next(customer).click()
  await customer.getByRole('radio', { name: /Instant collection/ }).click()
  await next(customer).click()
  await onStep(customer, 3)
  await next(customer).click()
  await onStep(customer, 4)
  // the customer of the demo has an address, which is chosen
  await next(customer).click()
  await onStep(customer, 6)
  await customer.getByRole('button', { name: 'Confirm Booking' }).click()
  const call = await until(async () =>
    (await notedBy(customer)).find(({ name }) => name === 'POST /api/bookings'),
  )
  const { trace } = call
  const received = await until(async () => (await notedBy(admin)).find((each) => each.trace === trace))
  const click = (await notedBy(customer)).findLast(({ name }) => name === 'click')
  // spans are sent each second
  await until(async () => collector.spans.find((span) => span.traceId === trace && span.name === 'push'))
  await setTimeout(2_000)
  const spans = collector.spans.filter(({ traceId }) => traceId === trace)
  const nameOf = ({ name, attributes }: (typeof spans)[number]) =>
    [name, attributes.types ?? attributes.type, attributes.kind === 'notification' && '(notification)']
      .filter(Boolean)
      .join(' ')
  return [
    ...(click
      ? [{ where: 'browser of the customer', name: 'click', start: click.start, end: click.end }]
      : []),
    { where: 'browser of the customer', name: call.name, start: call.start, end: call.end },
    ...spans.map((span) => ({ where: span.service, name: nameOf(span), start: span.start, end: span.end })),
    { where: 'browser of the admin', name: 'change received', start: received.start, end: received.end },
  ]
}

try {
  const admin = await openAs(browser, stack.url, 'admin')
  await admin.goto('/admin/bookings')
  await admin.getByRole('heading').first().waitFor()
  const customer = await openAs(browser, stack.url, 'customer')
  // the second booking: the first one warms up the code of all processes
  await book(customer, admin)
  const steps = await book(customer, admin)
  await mkdir(inRepository('test-results'), { recursive: true })
  const picture = drawTrace('One booking: from the click to the push in another browser', steps)
  await writeFile(inRepository('test-results', 'trace.svg'), picture)
  const page = await browser.newPage({ viewport: { width: 1080, height: 100 } })
  await page.setContent(`<body style="margin: 0">${picture}</body>`)
  await page.screenshot({ path: inRepository('test-results', 'trace.png'), fullPage: true })
  const begin = Math.min(...steps.map(({ start }) => start))
  console.table(
    steps
      .toSorted((one, other) => one.start - other.start)
      .map(({ where, name, start, end }) => ({
        where,
        name,
        'begins (ms)': Number((start - begin).toFixed(1)),
        'takes (ms)': Number((end - start).toFixed(1)),
      })),
  )
} finally {
  await browser.close()
  await stack.stop()
  await collector.close()
}
