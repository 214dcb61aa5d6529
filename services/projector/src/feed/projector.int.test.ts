import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy } from '@jaanch/tests/support/proxy'
import {
  countedRows,
  headOf,
  keptCounts,
  liveGeneration,
  untilProjected,
} from '@jaanch/tests/support/read-tables'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { appendLives, lockHolders, useProjectors } from '../testing/projecting.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database)
const holders = () => lockHolders(database)

/** Whether the maintenance of a projector has ended a pass: the statement is its last one. */
async function isMaintenancePausing(): Promise<boolean> {
  const { rows } = await database.asOwner(
    `select from pg_stat_activity where datname = current_database() and application_name = 'projector maintenance'
        and state = 'idle' and query like 'delete from read_batches%'`,
  )
  return rows.length > 0
}

/** One after the other, so that it takes time. */
async function appendSlowly(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await appendLives(appender, 1)
}

async function expectEachEventCountedOnce(): Promise<void> {
  await untilProjected(database)
  const live = await liveGeneration(database)
  expect(live?.position).toBe(await headOf(database))
  const generation = live?.generation ?? 0
  expect(await keptCounts(database, generation)).toEqual(await countedRows(database, generation))
  const { rows } = await database.asOwner(
    `select count(*)::int as bookings, min(jsonb_array_length(data->'timeline')) as shortest,
            max(jsonb_array_length(data->'timeline')) as longest
       from read_${generation}.bookings`,
  )
  const placed = await database.asOwner(
    "select count(*)::int as n from log.events where type = 'BookingPlaced'",
  )
  expect(rows[0]).toEqual({ bookings: placed.rows[0].n, shortest: 5, longest: 5 })
}

describe('a projector and its standby', () => {
  it('work one at a time, and the standby takes over when the first ends', async () => {
    const first = startProjector()
    await appendSlowly(3)
    await untilProjected(database)
    const [holder] = await holders()
    startProjector()
    await appendSlowly(3)
    await untilProjected(database)
    expect(await holders()).toEqual([holder])

    void first.stop()
    await database.asOwner('select pg_terminate_backend($1)', [holder])
    await appendSlowly(3)
    await expectEachEventCountedOnce()
    expect(await holders()).not.toEqual([holder])
  })

  it('count each event once while their connections are cut repeatedly', async () => {
    startProjector()
    startProjector()
    let done = false
    const cutting = (async () => {
      while (!done) {
        for (const pid of await holders()) await database.asOwner('select pg_terminate_backend($1)', [pid])
        await expect.poll(holders, { interval: 20 }).toHaveLength(1)
      }
    })()
    await appendSlowly(60)
    done = true
    await cutting
    await expectEachEventCountedOnce()
  })

  it('change roles when the first one hangs while it holds the lock', async () => {
    const proxy = await startProxy(database.url)
    startProjector({ url: proxy.url, silenceTimeoutMs: 1_500 })
    await expect.poll(holders).toHaveLength(1)
    const [silent] = await holders()
    startProjector()
    proxy.silence()
    await appendSlowly(3)
    await expectEachEventCountedOnce()
    expect(await holders()).not.toEqual([silent])
    await proxy.close()
  })

  it('stop at once, also the standby', async () => {
    // no pause ends by itself
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const projectors = [startProjector(), startProjector()]
    // each further look moves the timers on by its interval
    await expect.poll(isMaintenancePausing, { interval: 1 }).toBe(true)
    await Promise.all(projectors.map(({ stop }) => stop()))
    await expect.poll(holders).toEqual([])
  })
})

describe('a projector process that is killed', () => {
  const processes: ChildProcess[] = []
  afterEach(() => {
    for (const child of processes.splice(0)) child.kill('SIGKILL')
  })

  async function spawnProjector(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
      env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    processes.push(child)
    await once(child, 'message')
    return child
  }

  it('loses no event and counts none twice', async () => {
    for (let round = 0; round < 3; round += 1) {
      const child = await spawnProjector()
      const before = (await liveGeneration(database))?.position ?? 0
      const appending = appendSlowly(30)
      await expect
        .poll(async () => (await liveGeneration(database))?.position, { interval: 5 })
        .toBeGreaterThan(before)
      child.kill('SIGKILL')
      await appending
    }
    await spawnProjector()
    await expectEachEventCountedOnce()
  })
})
