/**
 * `npm run watch-overview -- --rate 50 --seconds 60`: an admin looks at the Overview in a browser while bookings flow, on a
 * stack of its own. Ends with 1 if the page stood still for over 100 ms or if, when the flow has stopped, its numbers are
 * not those of the log.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { chromium } from '@playwright/test'
import getPort from 'get-port'
import pg from 'pg'
import { unpackChromium } from '../e2e/chromium.ts'
import { differencesOf } from './differences.ts'
import { numbersOfLog } from './log-numbers.ts'
import { watchSmoothness } from './smoothness.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    customers: { type: 'string', default: '40' },
  },
})
const longest = 100
const settleWithin = 30_000

const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-overview-'))
const postgres = await startPostgres({ dataDir })
const port = await getPort()
const url = `http://localhost:${port}`
const stack = spawn(process.execPath, [resolve(import.meta.dirname, '../../infra/local/start.ts')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: '1' },
  stdio: 'ignore',
})
const stackGone = once(stack, 'exit')
const bundled = await unpackChromium()
const browser = await chromium.launch({
  executablePath: bundled.executablePath,
  env: { ...process.env, ...bundled.env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-gpu'],
})
const db = new pg.Client({ connectionString: postgres.url })

try {
  await untilReady()
  await db.connect()
  const token = await adminToken()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Kolkata' })
  await page.addInitScript(`localStorage.setItem('auth_token', '${token}')`)
  await page.goto(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Bookings and revenue' }).waitFor()
  await setTimeout(3_000)
  const smoothness = await watchSmoothness(page)

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
  const { longTasks, frames } = await smoothness()
  const sorted = frames.toSorted((one, other) => one - other)
  const most = Math.max(0, ...longTasks)
  console.log(
    `The page: ${longTasks.length} tasks over 50 ms, the longest ${most} ms; ${frames.length} frames, p99 ${Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms apart.`,
  )

  const began = Date.now()
  let troubles: string[]
  do {
    await setTimeout(500)
    troubles = await findTroubles(token)
  } while (troubles.length > 0 && Date.now() - began < settleWithin)
  console.log(
    troubles.length === 0
      ? `The Overview's numbers are those of the log, ${Date.now() - began} ms after the flow stopped.`
      : troubles.join('\n'),
  )
  process.exitCode = troubles.length === 0 && most <= longest && failed === 0 ? 0 : 1

  /** What the API answers against the log, and what the page shows against what the API answers. */
  async function findTroubles(token: string): Promise<string[]> {
    const shown = await dashboard(token)
    const log = await numbersOfLog(db, shown.days[0]?.date ?? '', new Date())
    const cells = async (name: string) => {
      const rows = page.getByRole('table', { name }).getByRole('row')
      return (await rows.allTextContents()).slice(1)
    }
    const count = new Intl.NumberFormat('en-IN')
    const funnel = [
      'placed',
      'confirmed',
      'sample-collection',
      'lab-processing',
      'completed',
      'cancelled',
    ] as const
    const stages = await cells('How far bookings come')
    const [today] = await cells('Bookings and revenue')
    const onPage = funnel.flatMap((stage, index) =>
      stages[index]?.replace(/^[A-Za-z ]+/, '').startsWith(count.format(log.funnel[stage]))
        ? []
        : [`the page's ${stage}: ${stages[index]}, in the log ${log.funnel[stage]}`],
    )
    if (!today?.includes(count.format(log.days.at(-1)?.bookings ?? 0)))
      onPage.push(`the page's today: ${today}`)
    return [...differencesOf(shown, log), ...onPage]
  }
} finally {
  await browser.close()
  await db.end().catch(() => {})
  stack.kill('SIGTERM')
  await stackGone
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (stack.exitCode !== null) throw new Error('The stack ended before it was ready')
    if ((await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) return
    await setTimeout(200)
  }
  throw new Error('The stack was not ready in two minutes')
}

async function adminToken(): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@jaanch.example', password: 'admin-demo-2026' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return token
}

async function dashboard(token: string): Promise<AnalyticsView> {
  const answer = await fetch(`${url}/api/analytics/dashboard`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as AnalyticsView
}
