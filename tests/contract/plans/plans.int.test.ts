import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { withClient } from '@jaanch/platform/postgres'
import { type GeneratedStack, startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { reads, writes } from '@jaanch/tests/support/hot-calls'
import { startOwnRedis } from '@jaanch/tests/support/own-redis'
import { createPoliteClient } from '@jaanch/tests/support/polite-client'
import { type Call, refusalOf } from '@jaanch/tests/support/send'
import { expect, it } from 'vitest'
import { assertLogged, explainSettings, openStatementLog, type Statement } from './statement-log.ts'

/**
 * How many pages of 8 kB each call may touch, at any number of bookings: half as many again as measured with 1,000,000 bookings, at least
 * 50, and a seventh more than with 10,000 where those need more. The busiest lab has collectors, and custody in each of its bookings: 100 of
 * them on the day that is read, a third of them in the round. Other labs have none, so admins read the quality of this lab only.
 */
const bounds: Readonly<Record<string, number>> = {
  'popular packages': 50,
  'all packages': 80,
  'search: thyroid': 250,
  'search suggestions': 1700,
  'one package': 50,
  'my account': 50,
  'my family': 50,
  'my addresses': 50,
  'my prescriptions': 100,
  'my bookings': 730,
  'my bookings, upcoming': 710,
  'my bookings, past': 1230,
  'my counts': 50,
  'my booking': 50,
  'my reports': 1160,
  'my notifications': 670,
  'my unread notifications': 130,
  "a lab's bookings": 900,
  "a lab's bookings, confirmed": 1450,
  "a lab's bookings, in progress": 910,
  "a lab's bookings, completed": 1020,
  "a lab's bookings of many tests": 6810,
  "a lab's counts": 50,
  "a lab's summary": 50,
  "a lab's booking": 50,
  "a lab's collection": 50,
  "a lab's tubes of a day": 2010,
  "a lab's tube by its label": 50,
  "a lab's tube by another barcode": 50,
  "a lab's collectors": 50,
  "a collector's round": 950,
  "a lab's round on paper": 1990,
  'how far a collector is': 610,
  "a lab's cash of a day": 120,
  'the quality of a lab': 2160,
  'the quality of all labs': 640,
  'the quality of one of the labs': 2160,
  "a lab's reports": 1090,
  "a lab's notifications": 690,
  "a lab's unread notifications": 190,
  'all bookings': 720,
  'all bookings, second page': 730,
  'all bookings, unassigned': 660,
  'all bookings, assigned': 1100,
  'all bookings, completed': 660,
  'all bookings of a test': 1910,
  'all bookings of many tests': 6810,
  'all bookings of no test': 910,
  'all bookings with an order number': 2760,
  'all bookings of a week a year ago': 1590,
  'all bookings in a slot': 1460,
  'all instant bookings': 3850,
  'my visits, upcoming': 700,
  "a lab's visits": 900,
  "a lab's visits of today": 1070,
  "a lab's visits, confirmed": 900,
  "a lab's visits of a test": 55900,
  "a lab's bookings, pending": 900,
  "a lab's bookings, pending or completed": 900,
  "a lab's bookings of a name": 60000,
  "a lab's bookings of a known phone": 60000,
  'all visits': 700,
  'all visits of today': 700,
  'all visits of today in a slot': 700,
  'all visits, unassigned': 700,
  'all visits, assigned': 2000,
  'all visits, pending': 1000,
  'all visits of a lab': 700,
  'all visits of a test': 15000,
  'all visits of a name': 30000,
  'all bookings, confirmed': 1500,
  'all bookings, waiting for their customers': 700,
  'all bookings, cancelled': 6240,
  'all bookings of a name': 30000,
  'all bookings of a phone': 7260,
  'all bookings of an area': 40000,
  'all bookings of a PIN code': 40000,
  'all bookings of a known phone': 11020,
  'users by an order number': 200,
  'all bookings that need attention: unassigned': 2650,
  'all bookings that need attention: instant-late': 50,
  'all bookings that need attention: slot-missed': 50,
  'all bookings that need attention: report-late': 3780,
  'all bookings that need attention: not-confirmed': 50,
  'all bookings that need attention: refund-due': 50,
  'all bookings that need attention: collection-failed': 50,
  'all bookings that need attention: after-end': 50,
  'all counts': 50,
  'all bookings, summary': 50,
  'any booking': 50,
  'all reports': 1060,
  'one report': 50,
  'all prescriptions': 600,
  'all prescriptions, pending': 80,
  'one prescription': 50,
  'all labs': 770,
  'approved labs': 830,
  'top labs': 3040,
  'all users': 160,
  'users by name': 230,
  'number of users': 50,
  "an admin's notifications": 410,
  "an admin's unread notifications": 50,
  dashboard: 51260,
  'place a booking': 50,
  'assign a lab': 100,
  'confirm a booking': 60,
  'give the visit to a collector': 80,
  'begin the collection': 60,
  'record a payment': 70,
  'begin the processing': 70,
  'complete a booking': 70,
  "count a collector's cash": 120,
  'add an address': 50,
  'read all notifications': 50,
}

type Measured = {
  call: string
  /** Pages of tables and indexes that its statements touched at least, in the cache or not: rows that changed a moment ago cost more */
  buffers: number
  /** The statements of one of the calls */
  statements: Statement[]
}

/** A statement has a plan of its own for each of its first five executions; from then on a common one may be used. */
const warmUps = 6
const repeats = 3

/** Sends each hot call to an API with generated bookings, and reads from the log of Postgres what its statements touched. */
async function measureBuffers(bookings: number): Promise<Measured[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-plans-'))
  const postgres = await startPostgres({ dataDir, throwAway: true, settings: explainSettings })
  const redis = await startOwnRedis()
  try {
    const servers = { serverUrl: postgres.url, redisUrl: redis.url, dataDir }
    const stack = await startGeneratedStack({ ...servers, name: 'plans', bookings })
    try {
      return await measureCalls(stack, openStatementLog(join(dataDir, 'logs', 'postgres.log')))
    } finally {
      await stack.close()
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Makes the server log every statement. It reads its settings some time after `pg_reload_conf` has returned; once a new connection
 * has the setting, the older ones have been told too.
 */
async function startLogging(databaseUrl: string): Promise<void> {
  const isLogging = () =>
    withClient(databaseUrl, async (client) => {
      const { rows } = await client.query("select current_setting('auto_explain.log_min_duration') as value")
      return rows[0].value === '0'
    })
  await withClient(databaseUrl, async (client) => {
    await client.query('alter system set auto_explain.log_min_duration = 0')
    await client.query('select pg_reload_conf()')
  })
  while (!(await isLogging())) await setTimeout(20)
}

async function measureCalls(
  { url, databaseUrl, query, sample }: GeneratedStack,
  log: ReturnType<typeof openStatementLog>,
): Promise<Measured[]> {
  const { send } = createPoliteClient(() => url, { keepsConnections: true })

  async function ask(call: Call): Promise<unknown> {
    // as a changed package does: a kept answer is read again
    await query('update catalogue_version set id = gen_random_uuid()')
    const answer = await send(call)
    // a database without a report or prescription answers 404
    if (answer.status >= 300 && answer.status !== 404) throw refusalOf(call, answer)
    return answer.body
  }

  /** Makes each call a number of times. @param first the number of the first round: calls that write need another number each time */
  async function askAll(
    first: number,
    times: number,
    asked: (call: Call, name: string) => Promise<unknown>,
  ): Promise<void> {
    for (const [name, make] of Object.entries(reads))
      for (let n = 0; n < times; n += 1) await asked(make(sample), name)
    for (let n = 0; n < times; n += 1) {
      let id = ''
      for (const [name, make] of Object.entries(writes)) {
        const body = await asked(make(sample, id, first + n), name)
        if (name === 'place a booking') id = (body as { id: string }).id
      }
    }
  }

  await askAll(0, warmUps, ask)
  await startLogging(databaseUrl)
  const rounds = new Map<string, Statement[][]>()
  await askAll(warmUps, repeats, async (call, name) => {
    await log.take()
    const body = await ask(call)
    rounds.set(name, [...(rounds.get(name) ?? []), await log.take()])
    return body
  })
  assertLogged(rounds)
  return [...rounds].map(([call, measured]) => {
    const sums = measured.map((statements) => statements.reduce((sum, { buffers }) => sum + buffers, 0))
    return { call, buffers: Math.min(...sums), statements: measured.at(-1) ?? [] }
  })
}

/** As many as can be had in half a minute; the bounds hold at any number: PLANS_BOOKINGS=1000000 takes about ten minutes */
const bookings = Number(process.env.PLANS_BOOKINGS ?? 10_000)

it(`with ${bookings.toLocaleString('en')} bookings every call reads no more buffers than its bound`, {
  timeout: 3_600_000,
}, async () => {
  const measured = await measureBuffers(bookings)
  expect(measured.map(({ call }) => call).filter((call) => bounds[call] === undefined)).toEqual([])
  const tooMany = measured.filter(({ call, buffers }) => buffers > (bounds[call] ?? 0))
  // with their plans, to see why
  const report = tooMany.map(({ call, buffers, statements }) => ({
    call,
    buffers,
    bound: bounds[call],
    statements: statements.toSorted((a, b) => b.buffers - a.buffers).slice(0, 1),
  }))
  expect(report, JSON.stringify(report, null, 1)).toEqual([])
})
