import { placed, uuid } from '@jaanch/booking/testing/bookings'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWakeSignal } from '../run-loop.ts'
import { createReadBarrier, NoReadTablesError } from './barrier.ts'

const database = useTestDatabase()
const appender = useAppender(database)

beforeAll(async () => {
  await database.asOwner(
    "insert into read_generations (generation, model_version, state) values (1, 1, 'live')",
  )
})

beforeEach(() => moveCheckpoint())
afterEach(() => vi.useRealTimers())

/** The barrier's deadline never comes, however slow the machine is. (expect.poll moves fake timers on, but not a date that is set.) */
function stopClock() {
  vi.setSystemTime(Date.now())
}

/** Moves the checkpoint to the head of the log, as the projector does. */
async function moveCheckpoint(): Promise<void> {
  await database.asOwner(
    'update read_generations set position = (select coalesce(max(position), 0) from log.events)',
  )
}

function write() {
  return appender.append(anAppend(uuid(1), placed))
}

function startBarrier({ version = 1, hasReplicas = false } = {}) {
  const counted = { queries: 0 }
  const pool = {
    query(query: pg.QueryConfig) {
      counted.queries += 1
      return database.pool.query(query)
    },
  } as pg.Pool
  const wakeSignal = createWakeSignal()
  return { ...createReadBarrier(pool, wakeSignal, { version, hasReplicas }), counted, wakeSignal }
}

async function timed<Result>(work: Promise<Result>): Promise<Result & { took: number }> {
  const startedAt = performance.now()
  return { ...(await work), took: performance.now() - startedAt }
}

describe('the read barrier', () => {
  it('lets a read pass immediately if no event is missing', async () => {
    const { pass } = startBarrier()
    const view = await pass()
    expect(view).toMatchObject({ generation: 1, position: view.head })
    expect(view.epoch).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('makes a read wait until the read tables contain the event that was acknowledged before it', async () => {
    stopClock()
    const { pass } = startBarrier()
    const { position } = await write()
    const reading = pass()
    setTimeout(moveCheckpoint, 100)
    const view = await timed(reading)
    expect(view.position).toBeGreaterThanOrEqual(position)
    expect(view.took).toBeGreaterThan(80)
  })

  it('waits half a second for a stopped projector, then not again until the checkpoint changes', async () => {
    const { pass, counted } = startBarrier()
    await write()
    const first = await timed(pass())
    expect(first.behind).toBe(1)
    expect(first.took).toBeGreaterThan(450)
    // one query every 20 ms for half a second; a slow machine sends fewer
    expect(counted.queries).toBeLessThanOrEqual(500 / 20 + 2)

    await write()
    const before = counted.queries
    expect((await pass()).behind).toBe(2)
    expect(counted.queries - before).toBe(1)

    await moveCheckpoint()
    await write()
    stopClock()
    const third = pass()
    setTimeout(moveCheckpoint, 60)
    expect(await third).toMatchObject({ position: await headOf(database) })
  })

  it('shares one query among all reads that arrive before it is sent', async () => {
    const { pass, counted } = startBarrier()
    const views = await Promise.all(Array.from({ length: 500 }, () => pass()))
    expect(views).toHaveLength(500)
    expect(counted.queries).toBe(1)
  })

  it('sends another query for a read that arrives during a query, whose answer may be too old', async () => {
    const { pass, counted } = startBarrier()
    const early = pass()
    await expect.poll(() => counted.queries, { interval: 1 }).toBe(1)
    const late = Promise.all(Array.from({ length: 100 }, () => pass()))
    await Promise.all([early, late])
    expect(counted.queries).toBeLessThanOrEqual(2)
  })

  it('shares its queries among all waiting reads, and queries immediately after a commit of the projector', async () => {
    // it does not poll either
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { pass, counted, wakeSignal } = startBarrier()
    // not with expect.poll, which moves such timers on
    const waiting = Promise.withResolvers<void>()
    const { wait } = wakeSignal
    wakeSignal.wait = (...how) => {
      waiting.resolve()
      return wait(...how)
    }
    await write()
    const reading = Promise.all(Array.from({ length: 300 }, () => pass()))
    await waiting.promise
    await moveCheckpoint()
    wakeSignal.notify()
    for (const view of await reading) expect(view.position).toBe(view.head)
    expect(counted.queries).toBe(2)
  })

  it('reads the live generation of its own model version, whatever others are live', async () => {
    await database.asOwner(
      "insert into read_generations (generation, model_version, state, position) values (2, 2, 'live', 1000)",
    )
    expect(await startBarrier().pass()).toMatchObject({ generation: 1 })
    expect(await startBarrier({ version: 2 }).pass()).toMatchObject({ generation: 2, position: 1_000 })
    await expect(startBarrier({ version: 3 }).pass()).rejects.toThrow(NoReadTablesError)
    await database.asOwner('delete from read_generations where generation = 2')
  })

  it('gives the place in the write-ahead log for replicas, as long as the epoch belongs to the history of the database', async () => {
    await database.asOwner('select log.adopt_lineage()')
    const lsnOf = async (hasReplicas: boolean) => (await startBarrier({ hasReplicas }).pass()).lsn
    expect(await lsnOf(true)).toBeGreaterThan(0)
    expect(await lsnOf(false)).toBeNull()

    // as after a failover, until a process begins the new epoch
    await database.asOwner("update log.epoch set lineage = 'of the lost primary'")
    expect(await lsnOf(true)).toBeNull()
    await database.asOwner('update log.epoch set lineage = log.lineage()')
    expect(await lsnOf(true)).toBeGreaterThan(0)
  })
})
