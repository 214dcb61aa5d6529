/**
 * `npm run bench:client`: an admin's Overview and a list of 100,000 bookings in a browser on a four times slowed CPU, while 50
 * bookings a second are placed and moved through all their steps (300 messages a second). Prints interaction to next paint,
 * layout shift and the load of the main thread. Options: `--page overview|list`, `--seconds 30`, `--rate 50`, `--slowdown 4`,
 * `--dist web/dist` (a build), `--profile x.cpuprofile`, `--minutes 10` (the heap after garbage collection, each tenth of the time; an hour at 50 bookings
 * a second is ten minutes with `--rate 300`).
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { unpackChromium } from '../e2e/chromium.ts'
import { observe, readMemory, startProfile, stopProfile } from './observe.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { startStubServer } from './stub-server.ts'
import { createTraffic } from './traffic.ts'

const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    minutes: { type: 'string' },
    rate: { type: 'string', default: '50' },
    slowdown: { type: 'string', default: '4' },
    profile: { type: 'string' },
    dist: { type: 'string', default: resolve(import.meta.dirname, '../../web/dist') },
  },
})
const rate = Number(values.rate)
const bundled = await unpackChromium()
const browser = await chromium.launch({
  executablePath: bundled.executablePath,
  env: { ...process.env, ...bundled.env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const names = Object.keys(scenarios) as (keyof typeof scenarios)[]
  for (const name of names) {
    if (!values.page || values.page === name) await bench(name, scenarios[name])
  }
} finally {
  await browser.close()
}

async function bench(name: string, scenario: Scenario): Promise<void> {
  const traffic = createTraffic(scenario.stored)
  const server = await startStubServer(traffic, resolve(values.dist), scenario.pageRows)
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
  })
  try {
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
    await page.addInitScript(`localStorage.setItem('auth_token', 'a.e30.b')`)
    await page.goto(server.url + scenario.path)
    await scenario.open(page)
    const cdp = await page.context().newCDPSession(page)
    server.start(rate)
    if (values.minutes) return await watchMemory(Number(values.minutes))
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
    // the first round loads code and fonts
    await scenario.round(page)
    if (values.profile) await startProfile(cdp)
    const messages = server.sent()
    const startedAt = Date.now()
    const end = await observe(page, cdp)
    while (Date.now() - startedAt < Number(values.seconds) * 1_000) await scenario.round(page)
    const result = await end()
    if (values.profile) await writeFile(values.profile, await stopProfile(cdp))
    const seconds = (Date.now() - startedAt) / 1_000
    const perSecond = Math.round((server.sent() - messages) / seconds)
    console.table([
      { page: name, ...rounded(result), 'messages/s': perSecond, ...rounded(await readMemory(cdp)) },
    ])

    async function watchMemory(minutes: number): Promise<void> {
      for (let tenth = 0; tenth <= 10; tenth += 1) {
        if (tenth > 0) await page.waitForTimeout(minutes * 6_000)
        const { heapMB, nodes, listeners } = rounded(await readMemory(cdp))
        console.log(
          `${name}, ${server.sent()} messages: ${heapMB} MB, ${nodes} nodes, ${listeners} listeners`,
        )
      }
    }
  } finally {
    await page.close()
    await server.stop()
  }
}

function rounded<Name extends string>(numbers: Record<Name, number>): Record<Name, number> {
  const entries = Object.entries<number>(numbers)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Math.round(value * 1_000) / 1_000]),
  ) as Record<Name, number>
}
