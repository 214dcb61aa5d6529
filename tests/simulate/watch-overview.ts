/**
 * `npm run watch-overview -- --rate 50 --seconds 60`: an admin has the Overview open in a browser during a simulation on a
 * separate stack. Exits with 1 if a task of the page took over 100 ms, or if after the simulation its numbers differ from
 * the log.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { get, signInAsAdmin } from '../chaos/api-client.ts'
import { startStackProcess } from '../chaos/stack-process.ts'
import { unpackChromium } from '../e2e/chromium.ts'
import { findDifferences } from './compare-dashboard.ts'
import { readDashboardFromLog } from './dashboard-from-log.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    customers: { type: 'string', default: '40' },
  },
})
const maxTaskMs = 100
const settleWithinMs = 30_000
const funnel = [
  'placed',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
  'cancelled',
] as const

// As text, because these tests are compiled for Node, which has no window. Records tasks over 50 ms and the times between
// frames, in ms.
const measureSmoothness = `
  window.smoothness = { longTasks: [], frames: [] }
  new PerformanceObserver((list) => {
    smoothness.longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))
  }).observe({ type: 'longtask' })
  let last = performance.now()
  requestAnimationFrame(function frame(now) {
    smoothness.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  })`

const stack = await startStackProcess()
const { url } = stack
const bundled = await unpackChromium()
const browser = await chromium.launch({
  executablePath: bundled.executablePath,
  env: { ...process.env, ...bundled.env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-gpu'],
})
const db = new pg.Client({ connectionString: stack.databaseUrl })

try {
  await db.connect()
  const token = await signInAsAdmin(url)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Kolkata' })
  await page.addInitScript(`localStorage.setItem('auth_token', '${token}')`)
  await page.goto(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Bookings and revenue' }).waitFor()
  await setTimeout(3_000)
  await page.evaluate(measureSmoothness)

  const { rate, seconds, customers } = values
  const simulator = spawn(
    process.execPath,
    [
      resolve(import.meta.dirname, 'run.ts'),
      ...['--rate', rate, '--seconds', seconds, '--customers', customers, '--url', url],
    ],
    { stdio: 'inherit' },
  )
  const [failed] = await once(simulator, 'exit')
  const { longTasks, frames } = await page.evaluate<{ longTasks: number[]; frames: number[] }>('smoothness')
  const sorted = frames.toSorted((a, b) => a - b)
  const longestTask = Math.max(0, ...longTasks)
  console.log(
    `The page: ${longTasks.length} tasks over 50 ms, the longest ${longestTask} ms; p99 of the time between ${frames.length} frames ${Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms.`,
  )

  const settleFrom = Date.now()
  let problems: string[]
  do {
    await setTimeout(500)
    problems = await findProblems(token)
  } while (problems.length > 0 && Date.now() - settleFrom < settleWithinMs)
  console.log(
    problems.length === 0
      ? `The numbers of the Overview equal those of the log, ${Date.now() - settleFrom} ms after the simulation.`
      : problems.join('\n'),
  )
  process.exitCode = problems.length === 0 && longestTask <= maxTaskMs && failed === 0 ? 0 : 1

  /** Compares the API with the log, and the page with the log. */
  async function findProblems(token: string): Promise<string[]> {
    const response = await fetch(`${url}/api/analytics/dashboard`, get(token))
    const dashboard = (await response.json()) as AnalyticsView
    const log = await readDashboardFromLog(db, dashboard.days[0]?.date ?? '', new Date())
    const readCells = async (name: string) => {
      const rows = page.getByRole('table', { name }).getByRole('row')
      return (await rows.allTextContents()).slice(1)
    }
    const number = new Intl.NumberFormat('en-IN')
    const stages = await readCells('How far bookings come')
    const [today] = await readCells('Bookings and revenue')
    const onPage = funnel.flatMap((stage, index) =>
      stages[index]?.replace(/^[A-Za-z ]+/, '').startsWith(number.format(log.funnel[stage]))
        ? []
        : [`on the page ${stage}: ${stages[index]}, in the log ${log.funnel[stage]}`],
    )
    if (!today?.includes(number.format(log.days.at(-1)?.bookings ?? 0)))
      onPage.push(`on the page today: ${today}`)
    return [...findDifferences(dashboard, log), ...onPage]
  }
} finally {
  await browser.close()
  await db.end().catch(() => {})
  await stack.stop()
}
