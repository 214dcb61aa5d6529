import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type { RunState } from '@jaanch/operations/runs/api'
import {
  failAbandonedRuns,
  readLastVerify,
  readRun,
  readRuns,
  requestRun,
  stopRun,
} from '@jaanch/operations/runs/runs'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { readTablesOf, untilProjected } from '@jaanch/tests/support/read-tables'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appendLives, liveNumber, signal, silent, useProjectors } from '../testing/projecting.ts'
import { executeRun } from './execute-run.ts'
import { type ClaimedRun, claimRun, endRun } from './run-row.ts'
import { watchRuns } from './watch-runs.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)
/** Bookings that a lab takes, in several statuses */
const appendBookings = (count: number) => appendLives(appender, count, (n) => 2 - (n % 3))
const admin = `admin:${randomUUID()}`
const watching: (() => Promise<void>)[] = []

beforeAll(async () => {
  startProjector()
  await appendBookings(60)
  await untilProjected(database)
})

afterEach(async () => {
  // those of a test that failed would take the runs of the next one
  for (const unwatch of watching.splice(0)) await unwatch()
  await database.asOwner('delete from operation_runs')
})

/** A projector service's part that carries out runs, in child processes. @returns stops it */
function watch(): () => Promise<void> {
  const stop = new AbortController()
  const ended = watchRuns({ url: database.url, log: silent, signal: stop.signal })
  const unwatch = async () => {
    stop.abort()
    await ended
  }
  watching.push(unwatch)
  return unwatch
}

const request = (change: Partial<Parameters<typeof requestRun>[1]> = {}) =>
  requestRun(database.pool, {
    kind: 'replay',
    requestedBy: admin,
    reason: 'A test',
    version: modelVersion,
    ...change,
  })

const live = () => liveNumber(database)

/** Long: a child process with a low priority begins, beside whatever else the machine does. */
const untilState = (id: number, state: RunState) =>
  expect.poll(async () => (await readRun(database.pool, id)).state, { timeout: 120_000 }).toBe(state)

/** As a bug of a projection does. */
async function damageCounts(generation: number, tab = 'all'): Promise<void> {
  await database.asOwner(
    `update read_${generation}.counts set n = n + 1 where owner = 'admin' and tab = $1`,
    [tab],
  )
}

async function unfinishedGenerations(): Promise<number> {
  const { rowCount } = await database.asOwner(
    "select from read_generations where state in ('filling', 'following')",
  )
  return rowCount ?? 0
}

async function claim(): Promise<ClaimedRun> {
  const run = await claimRun(database.pool, modelVersion)
  if (!run) throw new Error('There was no run to take')
  return run
}

const execute = (run: ClaimedRun) => executeRun({ url: database.url, run, beatMs: 20, signal })

/** Asks for a run and carries it out in this process. */
async function carryOut(change: Parameters<typeof request>[0] = {}) {
  const id = await request(change)
  return { id, ...(await execute(await claim())) }
}

/** The process that carries out a run. */
function childOf(parent: number): number {
  const found = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.includes('runs/main.ts'))
  return Number(found?.trim().split(' ')[0])
}

/** Nobody reads the log meanwhile: a run waits with a generation that it has begun to fill. */
async function whileFilling(work: (id: number) => Promise<void>): Promise<void> {
  // as the owner: the services may not lock the log
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const id = await request()
    await client.query('begin; lock table log.events in access exclusive mode')
    watch()
    await expect.poll(unfinishedGenerations, { timeout: 120_000 }).toBe(1)
    await work(id)
  } finally {
    await client.end()
  }
}

it('a trial compares with the tables of other code, and is no comparison whose differences a replay may accept', async () => {
  const code = resolve(import.meta.dirname, '../../../..')
  const before = await live()
  const { id, different } = await carryOut({ kind: 'trial', code })
  expect(different).toBe(0)
  expect(await readRun(database.pool, id)).toMatchObject({ kind: 'trial', code, state: 'done', different: 0 })
  expect(await live()).toBe(before)
  expect(await readLastVerify(database.pool)).toBeNull()
  await expect(request({ accepts: id })).rejects.toThrow('is not the newest comparison')
})

describe('a replay', () => {
  it('is carried out by one of two projectors while bookings are placed, and goes live if no row differs', async () => {
    const before = await live()
    watch()
    watch()
    const id = await request()
    await appendBookings(5)
    await untilState(id, 'done')
    const run = await readRun(database.pool, id)
    expect(run).toMatchObject({ different: 0, wentLive: true, requestedBy: admin, isStopping: false })
    expect(run.result).toBe(`No row differs. Generation ${await live()} is live.`)
    expect(await live()).toBeGreaterThan(before)
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 0 })
  })

  it('is refused with the rows that differ, and goes live once they are accepted', async () => {
    const before = await live()
    await damageCounts(before)
    const refused = await carryOut()
    const { wentLive, different, differences, result } = await readRun(database.pool, refused.id)
    expect({ wentLive, different }).toEqual({ wentLive: false, different: 1 })
    expect(result).toBe(`Rows that differ: 1. Generation ${before} stays live.`)
    const counts = differences?.tables.find(({ table }) => table === 'counts')
    expect(counts?.examples[0]).toMatchObject({ key: { owner: 'admin', tab: 'all' } })
    expect(await live()).toBe(before)
    expect(await unfinishedGenerations()).toBe(0)
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 1 })

    await expect(request({ accepts: refused.id - 1 })).rejects.toThrow('is not the newest comparison')
    expect(await carryOut({ accepts: refused.id })).toMatchObject({ different: 1, wentLive: true })
    expect(await carryOut({ kind: 'verify' })).toMatchObject({ different: 0, wentLive: false })
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 0 })
  })

  it('keeps the differences of places that a verify found, until the next verify', async () => {
    const lab = randomUUID()
    await database.asOwner("insert into lab_days values ($1, current_date + 1, '{0,1,0,0,0,0}')", [lab])
    expect(await carryOut({ kind: 'verify' })).toMatchObject({ different: 1 })
    expect(await carryOut()).toMatchObject({ different: 0, wentLive: true })
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 1 })
    await database.asOwner('delete from lab_days where lab_partner_id = $1', [lab])
    expect(await carryOut({ kind: 'verify' })).toMatchObject({ different: 0 })
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 0 })
  })

  it('is refused again if more rows differ than were accepted, or as many but others', async () => {
    const before = await live()
    await damageCounts(before)
    const { id } = await carryOut({ kind: 'verify' })
    await damageCounts(before, 'active')
    const more = await carryOut({ accepts: id })
    expect(more).toMatchObject({ different: 2, wentLive: false })
    const accepted = await carryOut({ accepts: more.id })
    expect(accepted).toMatchObject({ different: 2, wentLive: true })

    await damageCounts(accepted.generation)
    const known = await carryOut()
    await database.asOwner(
      `update read_${accepted.generation}.counts set n = case when tab = 'all' then n - 1 else n + 1 end
        where owner = 'admin' and tab in ('all', 'active')`,
    )
    const other = await carryOut({ accepts: known.id })
    expect(other).toMatchObject({ different: 1, wentLive: false })
    expect(await live()).toBe(accepted.generation)
    await carryOut({ accepts: other.id })
  })

  it('is refused while another one is open, and the same request makes one run', async () => {
    const requestKey = randomUUID()
    const [id, again] = await Promise.all([request({ requestKey }), request({ requestKey })])
    expect(again).toBe(id)
    await expect(request({ requestKey: randomUUID() })).rejects.toThrow('Another run is under way')
    expect(await readRuns(database.pool)).toHaveLength(1)
  })
})

describe('a run that is stopped', () => {
  it('ends before it begins, or with its tables dropped', async () => {
    const before = await live()
    const early = await request()
    await stopRun(database.pool, early)
    expect(await readRun(database.pool, early)).toMatchObject({ state: 'stopped' })

    const id = await request()
    const run = await claim()
    await stopRun(database.pool, id)
    expect(await readRun(database.pool, id)).toMatchObject({ state: 'filling', isStopping: true })
    await expect(execute(run)).rejects.toThrow('It was stopped')
    expect(await readRun(database.pool, id)).toMatchObject({ state: 'stopped', wentLive: false })
    expect(await live()).toBe(before)
    expect(await unfinishedGenerations()).toBe(0)
    // repeated
    await stopRun(database.pool, id)
  })

  it('cannot go live any more, and one that went live cannot be stopped', async () => {
    const id = await request()
    const { token } = await claim()
    await stopRun(database.pool, id)
    const goLive = { state: 'done', result: 'It is live.', wentLive: true } as const
    expect(await endRun(database.pool, token, goLive)).toBe(false)
    await database.asOwner('update operation_runs set is_stopping = false')
    expect(await endRun(database.pool, token, goLive)).toBe(true)
    await expect(stopRun(database.pool, id)).rejects.toThrow(`Run ${id} cannot be stopped: it is done.`)
  })
})

describe('an executor', () => {
  it('that takes long to begin keeps its run, but not for ever', async () => {
    const id = await request()
    await claim()
    const stateAfter = async (duration: string) => {
      await database.asOwner(
        'update operation_runs set started_at = started_at - $2::interval, seen_at = seen_at - $2::interval where id = $1',
        [id, duration],
      )
      await failAbandonedRuns(database.pool)
      return (await readRun(database.pool, id)).state
    }
    expect(await stateAfter('1 minute')).toBe('filling')
    expect(await stateAfter('2 minutes')).toBe('failed')
  })

  it('that ends by kill -9 leaves the live tables unchanged, and its run fails with a sentence', async () => {
    const [before, tables] = [await live(), await readTablesOf(database, await live())]
    await whileFilling(async (id) => {
      process.kill(childOf(process.pid), 'SIGKILL')
      await untilState(id, 'failed')
      expect((await readRun(database.pool, id)).result).toBe(
        'The process that executed it ended. The live read tables are unchanged.',
      )
    })
    expect(await live()).toBe(before)
    expect(await readTablesOf(database, before)).toEqual(tables)
    await expect.poll(unfinishedGenerations).toBe(0)
  })

  it('ends with its projector, even if it does not answer, and its run is stopped', async () => {
    await whileFilling(async (id) => {
      await watching.pop()?.()
      expect(await readRun(database.pool, id)).toMatchObject({
        state: 'stopped',
        result: 'Its process was stopped. The live read tables are unchanged.',
      })
    })
    await expect.poll(unfinishedGenerations).toBe(0)
  })

  it('that was frozen is noticed by others, and cannot make anything live later', async () => {
    const before = await live()
    const id = await request()
    const run = await claim()
    await database.asOwner(
      "update operation_runs set started_at = started_at - interval '2 minutes', seen_at = seen_at - interval '1 minute'",
    )
    await stopRun(database.pool, await request({ kind: 'verify' }))
    expect(await readRun(database.pool, id)).toMatchObject({ state: 'failed' })
    await expect(execute(run)).rejects.toThrow('The live read tables are unchanged.')
    expect(await live()).toBe(before)
  })
})
