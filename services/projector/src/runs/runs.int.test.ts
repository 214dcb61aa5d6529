import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunState } from '@jaanch/contracts/http/operations/runs'
import { modelVersion } from '@jaanch/contracts/model-version'
import { failAbandonedRuns, requestRun } from '@jaanch/operations/request-run'
import { readLastVerify, readRun, readRuns } from '@jaanch/operations/runs'
import { acceptRun, continueRun, pauseRun, stopRun } from '@jaanch/operations/steer-run'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { readTablesOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appendLives, liveNumber, signal, silent, useProjectors } from '../testing/projecting.ts'
import { claimRun } from './claim-run.ts'
import { executeRun } from './execute-run.ts'
import { requestNightlyVerify } from './nightly-verify.ts'
import { type WatchOptions, watchRuns } from './watch-runs.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)
/** Bookings that a lab takes, in several statuses */
const appendBookings = (count: number) => appendLives(appender, count, (n) => 2 - (n % 3))
const admin = `admin:${randomUUID()}`
const watching: (() => Promise<void>)[] = []

beforeAll(async () => {
  startProjector()
  await appendBookings(300)
  await untilProjected(database)
})

afterEach(async () => {
  // those of a test that failed would take the runs of the next one
  for (const unwatch of watching.splice(0)) await unwatch()
  await database.asOwner('delete from operation_runs')
})

/** A projector service's part that carries out runs, in child processes. @returns stops it */
function watch(options: Partial<WatchOptions> = {}): () => Promise<void> {
  const stop = new AbortController()
  const ended = watchRuns({ url: database.url, log: silent, signal: stop.signal, ...options })
  const unwatch = async () => {
    stop.abort()
    await ended
  }
  watching.push(unwatch)
  return unwatch
}

const request = (change: Partial<Parameters<typeof requestRun>[1]> = {}) =>
  requestRun(database.pool, { kind: 'replay', requestedBy: admin, reason: 'A test', ...change })

const live = () => liveNumber(database)

/** Long: a child process with a low priority begins, beside whatever else the machine does. */
const untilState = (id: number, state: RunState) =>
  expect.poll(async () => (await readRun(database.pool, id)).state, { timeout: 120_000 }).toBe(state)

/** As a bug of a projection does. */
async function damageCounts(generation: number): Promise<void> {
  await database.asOwner(
    `update read_${generation}.counts set n = n + 1 where owner = 'admin' and tab = 'all'`,
  )
}

async function unfinishedGenerations(): Promise<number> {
  const { rowCount } = await database.asOwner(
    "select from read_generations where state in ('filling', 'following')",
  )
  return rowCount ?? 0
}

/** Carries out a run in this process. */
async function executeHere(
  id: number,
  options: { maxWaitMs?: number; onPhase?: (phase: string) => void } = {},
) {
  const run = await claimRun(database.pool, { version: modelVersion, executedBy: 'test' })
  if (run?.id !== id) throw new Error('There was no run to take')
  return executeRun({ url: database.url, run, beatMs: 20, signal, ...options })
}

/** The process that carries out a run. */
function childOf(parent: number): number {
  const found = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.includes('runs/main.ts'))
  return Number(found?.trim().split(' ')[0])
}

describe('a run that an admin asks for', () => {
  it('is carried out by one of two projectors, waits for a decision, and goes live when it is accepted', async () => {
    const before = await live()
    const stopBoth = [watch(), watch()]
    const id = await request()
    await untilState(id, 'deciding')
    const waiting = await readRun(database.pool, id)
    expect(waiting).toMatchObject({ different: 0, comparison: 1, wentLive: false, requestedBy: admin })
    expect(waiting.executedBy).toContain('projector')
    expect(await live()).toBe(before)
    // it keeps up with what happens meanwhile
    await appendBookings(5)
    await untilProjected(database)
    await acceptRun(database.pool, id, admin, { comparison: 1, reason: null })
    await acceptRun(database.pool, id, admin, { comparison: 1, reason: null })
    await untilState(id, 'done')
    expect(await readRun(database.pool, id)).toMatchObject({ wentLive: true, wanted: 'accept' })
    expect(await live()).toBeGreaterThan(before)
    for (const stop of stopBoth) await stop()
  })

  it('shows its differences and goes live with a reason only', async () => {
    const before = await live()
    await damageCounts(before)
    const id = await request()
    const running = executeHere(id)
    await untilState(id, 'deciding')
    const { different, differences } = await readRun(database.pool, id)
    expect(different).toBe(1)
    const counts = differences?.tables.find(({ table }) => table === 'counts')
    expect(counts?.examples[0]).toMatchObject({ key: { owner: 'admin', tab: 'all' } })
    const accept = (comparison: number, reason: string | null) =>
      acceptRun(database.pool, id, admin, { comparison, reason })
    await expect(accept(1, null)).rejects.toMatchObject({ code: 'invalid' })
    await expect(accept(7, 'A count was wrong')).rejects.toMatchObject({ code: 'operation-refused' })
    await accept(1, 'A count was wrong')
    expect(await running).toMatchObject({ wentLive: true, different: 1 })
    const { rows } = await database.asOwner('select accept_reason from operation_runs where id = $1', [id])
    expect(rows[0].accept_reason).toBe('A count was wrong')
  })

  it('asks again if more rows differ than were accepted', async () => {
    const generation = await live()
    const id = await request()
    const running = executeHere(id)
    await untilState(id, 'deciding')
    await damageCounts(generation)
    await acceptRun(database.pool, id, admin, { comparison: 1, reason: null })
    await expect.poll(async () => (await readRun(database.pool, id)).comparison).toBe(2)
    await untilState(id, 'deciding')
    expect(await readRun(database.pool, id)).toMatchObject({ different: 1 })
    await expect.poll(async () => (await readRun(database.pool, id)).wanted).toBe('run')
    await acceptRun(database.pool, id, admin, { comparison: 2, reason: 'A count was wrong' })
    expect(await running).toMatchObject({ wentLive: true })
  })

  it('asks again if as many rows differ as were accepted, but another one', async () => {
    const generation = await live()
    await damageCounts(generation)
    const id = await request()
    const running = executeHere(id)
    await untilState(id, 'deciding')
    await database.asOwner(
      `update read_${generation}.counts set n = case when tab = 'all' then n - 1 else n + 1 end
        where owner = 'admin' and tab in ('all', 'active')`,
    )
    await acceptRun(database.pool, id, admin, { comparison: 1, reason: 'A count was wrong' })
    await expect.poll(async () => (await readRun(database.pool, id)).comparison).toBe(2)
    await untilState(id, 'deciding')
    await stopRun(database.pool, id, admin)
    await expect(running).rejects.toThrow('It was stopped.')
    await database.asOwner(
      `update read_${generation}.counts set n = n - 1 where owner = 'admin' and tab = 'active'`,
    )
    expect(await live()).toBe(generation)
  })

  it('is dropped when it is stopped while it waits, and when nobody decides', async () => {
    const before = await live()
    const stopped = await request()
    const ending = executeHere(stopped).catch((error: Error) => error.message)
    await untilState(stopped, 'deciding')
    await stopRun(database.pool, stopped, admin)
    expect(await ending).toContain('It was stopped.')
    expect(await readRun(database.pool, stopped)).toMatchObject({ state: 'stopped', wentLive: false })

    const forgotten = await request()
    await expect(executeHere(forgotten, { maxWaitMs: 50 })).rejects.toThrow('Nobody decided in time')
    expect(await readRun(database.pool, forgotten)).toMatchObject({ state: 'stopped' })
    expect(await live()).toBe(before)
    expect(await unfinishedGenerations()).toBe(0)
  })

  it('is not made live by an admin who accepts it just after another one stopped it', async () => {
    const id = await request()
    await database.asOwner(
      `update operation_runs set state = 'deciding', executor = gen_random_uuid(), seen_at = clock_timestamp(),
              comparison = 1, different = 0 where id = $1`,
      [id],
    )
    await stopRun(database.pool, id, admin)
    await expect(acceptRun(database.pool, id, admin, { comparison: 1, reason: null })).rejects.toThrow(
      'is stopped at this moment',
    )
    expect((await readRun(database.pool, id)).wanted).toBe('stop')
  })

  it('is refused while another one is open, and the same request makes one run', async () => {
    const requestKey = randomUUID()
    const [id, again] = await Promise.all([request({ requestKey }), request({ requestKey })])
    expect(again).toBe(id)
    await expect(request({ requestKey: randomUUID() })).rejects.toThrow(
      'Another replay or verify is under way',
    )
    await stopRun(database.pool, id, admin)
    expect(await readRun(database.pool, id)).toMatchObject({ state: 'stopped' })
    expect(await readRuns(database.pool)).toHaveLength(1)
  })
})

describe('a pause', () => {
  it('holds no snapshot and no row, and ends when the run is continued', async () => {
    const id = await request({ kind: 'verify' })
    await pauseAtOnce(id)
    const running = executeHere(id)
    await untilPaused(id)
    await pauseRun(database.pool, id, admin)
    const readSessions = async () => {
      const { rows } = await database.asOwner(
        `select count(*) filter (where backend_xmin is not null or state like 'idle in transaction%')::int as holding,
                count(*)::int as sessions
           from pg_stat_activity where datname = current_database() and application_name like 'ops verify%'`,
      )
      return rows[0]
    }
    // a connection that was closed may be listed for a moment
    await expect.poll(readSessions).toEqual({ holding: 0, sessions: 1 })
    await continueRun(database.pool, id, admin)
    expect(await running).toMatchObject({ different: 0, wentLive: false })
    await expect(pauseRun(database.pool, id, admin)).rejects.toThrow('it is done')
  })

  it('ends the run when it lasts too long, and can be stopped', async () => {
    const long = await request({ kind: 'verify' })
    await pauseAtOnce(long)
    await expect(executeHere(long, { maxWaitMs: 50 })).rejects.toThrow('paused for too long')
    const stopped = await request({ kind: 'verify' })
    await pauseAtOnce(stopped)
    const running = executeHere(stopped).catch((error: Error) => error.message)
    await untilPaused(stopped)
    await stopRun(database.pool, stopped, admin)
    expect(await running).toContain('It was stopped.')
    expect(await unfinishedGenerations()).toBe(0)
  })

  /** Before it is taken, so that it is paused at its first step. */
  async function pauseAtOnce(id: number): Promise<void> {
    await database.asOwner("update operation_runs set wanted = 'pause' where id = $1", [id])
  }

  const untilPaused = (id: number) =>
    expect.poll(async () => (await readRun(database.pool, id)).progress?.isPaused).toBe(true)
})

describe('an executor', () => {
  it('that takes long to begin keeps its run, but not for ever', async () => {
    const id = await request()
    const run = await claimRun(database.pool, { version: modelVersion, executedBy: 'test' })
    expect(run?.id).toBe(id)
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
})

describe('an executor that ends', () => {
  it('by kill -9 leaves the live tables unchanged, and its run fails with a sentence', async () => {
    const [before, tables] = [await live(), await readTablesOf(database, await live())]
    const unwatch = watch()
    const id = await request()
    await untilState(id, 'deciding')
    process.kill(childOf(process.pid), 'SIGKILL')
    await untilState(id, 'failed')
    expect((await readRun(database.pool, id)).result).toBe(
      'The process that executed it ended. The live read tables are unchanged.',
    )
    expect(await live()).toBe(before)
    expect(await readTablesOf(database, before)).toEqual(tables)
    await expect.poll(unfinishedGenerations).toBe(0)
    await unwatch()
  })

  it('with its projector stops the run cleanly', async () => {
    const unwatch = watch()
    const id = await request()
    await untilState(id, 'deciding')
    await unwatch()
    const { state, result } = await readRun(database.pool, id)
    expect(state).toBe('stopped')
    expect(result).toContain('Its process was stopped.')
    // by the process, or by the projector if it was too slow
    await expect.poll(unfinishedGenerations).toBe(0)
  })

  it('without a trace is noticed by others, and cannot make anything live later', async () => {
    const before = await live()
    const id = await request()
    const running = executeHere(id).catch((error: Error) => error.message)
    await untilState(id, 'deciding')
    // as if it had been frozen for a minute
    await database.asOwner(
      "update operation_runs set executor = $2, seen_at = seen_at - interval '1 minute' where id = $1",
      [id, randomUUID()],
    )
    await request({ kind: 'verify' })
    expect(await readRun(database.pool, id)).toMatchObject({ state: 'failed' })
    expect(await running).toContain('Another process marked the run as ended.')
    expect(await live()).toBe(before)
  })
})

describe('the replay of one projection', () => {
  it('mends its tables, and leaves the others as they are, beside a running projector', async () => {
    const before = await live()
    await damageCounts(before)
    await database.asOwner(`update read_${before}.notifications set kind = kind + 1 where position % 7 = 0`)
    const bookings = { more: true }
    const flowing = (async () => {
      while (bookings.more) await appendBookings(1)
    })()
    const id = await request({ projection: 'notifications', onDifferences: 'accept' })
    const rebuilt = await executeHere(id)
    bookings.more = false
    await flowing
    expect(rebuilt.tables.map(({ table }) => table)).toEqual(['notifications'])
    expect(rebuilt.different).toBeGreaterThan(0)
    expect(await live()).toBe(rebuilt.generation)
    await untilProjected(database)
    const verified = await executeHere(await request({ kind: 'verify' }))
    const differing = verified.tables.filter(({ different }) => different > 0)
    // the count that was damaged was not replayed
    expect(differing).toMatchObject([{ table: 'counts', different: 1 }])

    await executeHere(await request({ projection: 'counts', onDifferences: 'accept' }))
    expect(await executeHere(await request({ kind: 'verify' }))).toMatchObject({ different: 0 })
  })

  it.each(['bookings', 'lab-partners', 'prescriptions', 'statistics'] as const)(
    'makes tables of %s that equal the log',
    async (projection) => {
      const rebuilt = await executeHere(await request({ projection, onDifferences: 'refuse' }))
      expect(rebuilt).toMatchObject({ different: 0, wentLive: true })
      expect(await executeHere(await request({ kind: 'verify' }))).toMatchObject({ different: 0 })
    },
  )
})

describe('the verify of the night', () => {
  const night = (time: string) => new Date(`2031-03-04T${time}:00+05:30`)
  const ask = (time: string, version = modelVersion) =>
    requestNightlyVerify(database.pool, version, { now: () => night(time) })

  it('is asked for once by several projectors, at its hour in India', async () => {
    await ask('02:59')
    await ask('14:00')
    expect(await readRuns(database.pool)).toEqual([])
    await Promise.all([ask('03:00'), ask('03:00'), ask('03:01')])
    const runs = await readRuns(database.pool)
    expect(runs).toMatchObject([{ kind: 'verify', state: 'requested', requestedBy: 'system:nightly' }])
    await executeHere(runs[0]?.id as number)
    expect(await readLastVerify(database.pool)).toMatchObject({ different: 0 })
    await ask('03:59')
    expect(await readRuns(database.pool)).toHaveLength(1)
  })

  it('has the time that operators set, and can be off', async () => {
    const set = (at: string) =>
      database.asOwner(
        `insert into settings (key, value) values ('nightly-verify', to_jsonb($1::text))
         on conflict (key) do update set value = excluded.value`,
        [at],
      )
    await set('off')
    await ask('03:00')
    await set('14:00')
    await ask('03:00')
    expect(await readRuns(database.pool)).toEqual([])
    await ask('14:00')
    expect(await readRuns(database.pool)).toMatchObject([{ requestedBy: 'system:nightly' }])
    await database.asOwner("delete from settings where key = 'nightly-verify'")
  })

  it('is skipped with a record after a verify by hand, and when no tables are live', async () => {
    await ask('03:00', modelVersion + 1)
    expect(await readRuns(database.pool)).toMatchObject([
      { state: 'skipped', result: 'It was skipped: no read tables were live.' },
    ])
    await database.asOwner('delete from operation_runs')
    await executeHere(await request({ kind: 'verify' }))
    await ask('03:00')
    const [skipped] = await readRuns(database.pool)
    expect(skipped).toMatchObject({ state: 'skipped', different: null })
    expect(skipped?.result).toContain('a verify finished within the last 6 hours')
  })

  it('is skipped if the disk of the database is full, whatever other disks are', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-nightly-'))
    try {
      const askWith = () =>
        requestNightlyVerify(database.pool, modelVersion, { dataDir, now: () => night('03:00') })
      // a file system without room
      await symlink('/proc', join(dataDir, 'postgres'))
      await askWith()
      expect((await readRuns(database.pool))[0]?.result).toContain('the disk had 0 B left')
      await database.asOwner('delete from operation_runs')
      await rm(join(dataDir, 'postgres'))
      await symlink('/proc', join(dataDir, 'files'))
      await askWith()
      expect(await readRuns(database.pool)).toMatchObject([{ state: 'requested' }])
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })

  it('is not skipped because the tables of another model version were verified', async () => {
    await database.asOwner(
      `insert into operation_runs (kind, model_version, requested_by, state, finished_at)
       values ('verify', $1, 'operator:test', 'done', clock_timestamp())`,
      [modelVersion + 1],
    )
    await ask('03:00')
    expect((await readRuns(database.pool))[0]).toMatchObject({ state: 'requested' })
  })
})
