import { placed, uuid } from '@jaanch/domain/testing/bookings'
import { type Appender, createAppender } from '@jaanch/eventlog/appender'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReadBarrier, NoReadTablesError } from './barrier.ts'

let database: TestDatabase
let appender: Appender

beforeAll(async () => {
  database = await createTestDatabase()
  appender = createAppender({ pool: database.pool })
  await database.asOwner(
    "insert into read_generations (generation, model_version, state) values (1, 1, 'live')",
  )
})

beforeEach(() => moveCheckpoint())

afterAll(async () => {
  await appender.close()
  await database.drop()
})

/** Does what a projector does to the checkpoint: it has the whole log. */
async function moveCheckpoint(): Promise<void> {
  await database.asOwner(
    'update read_generations set position = (select coalesce(max(position), 0) from log.events)',
  )
}

function write() {
  return appender.append(anAppend(uuid(1), placed))
}

function aBarrier() {
  const counted = { queries: 0 }
  const pool = {
    query(query: pg.QueryConfig) {
      counted.queries += 1
      return database.pool.query(query)
    },
  } as pg.Pool
  const moved = createWakeSignal()
  return { ...createReadBarrier(pool, moved), counted, moved }
}

async function timed<Result>(work: Promise<Result>): Promise<Result & { took: number }> {
  const began = performance.now()
  return { ...(await work), took: performance.now() - began }
}

describe('the read barrier', () => {
  it('lets a read pass at once when nothing is missing', async () => {
    const { pass } = aBarrier()
    const view = await pass()
    expect(view).toMatchObject({ generation: 1, position: view.head })
    expect(view.epoch).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('holds a read until the event that was acknowledged before it is in the tables', async () => {
    const { pass } = aBarrier()
    const { position } = await write()
    const reading = pass()
    setTimeout(moveCheckpoint, 100)
    const view = await timed(reading)
    expect(view.position).toBeGreaterThanOrEqual(position)
    expect(view.took).toBeGreaterThan(80)
  })

  it('waits for what was written before the read, not for what comes after', async () => {
    const { pass } = aBarrier()
    const { position } = await write()
    const reading = pass()
    await write()
    await database.asOwner('update read_generations set position = $1', [position])
    expect(await reading).toMatchObject({ position, behind: 0 })
  })

  it('waits half a second for a projector that stands still, then not again until it moves', async () => {
    const { pass } = aBarrier()
    await write()
    const first = await timed(pass())
    expect(first.behind).toBe(1)
    expect(first.took).toBeGreaterThan(450)
    expect(first.took).toBeLessThan(1_500)

    await write()
    const second = await timed(pass())
    expect(second.behind).toBe(2)
    expect(second.took).toBeLessThan(250)

    await moveCheckpoint()
    await write()
    const third = pass()
    setTimeout(moveCheckpoint, 60)
    expect(await third).toMatchObject({ position: await headOf(database) })
  })

  it('asks once for all reads that come before it asks', async () => {
    const { pass, counted } = aBarrier()
    const views = await Promise.all(Array.from({ length: 500 }, () => pass()))
    expect(views).toHaveLength(500)
    expect(counted.queries).toBe(1)
  })

  it('asks again for a read that comes while it asks: the answer under way may be too old for it', async () => {
    const { pass, counted } = aBarrier()
    const early = pass()
    await expect.poll(() => counted.queries, { interval: 1 }).toBe(1)
    const late = Promise.all(Array.from({ length: 100 }, () => pass()))
    await Promise.all([early, late])
    expect(counted.queries).toBeLessThanOrEqual(2)
  })

  it('shares its looks among all who wait, and looks at once when the projector rings', async () => {
    const { pass, counted, moved } = aBarrier()
    await write()
    const reading = Promise.all(Array.from({ length: 300 }, () => pass()))
    await expect.poll(() => counted.queries, { interval: 1 }).toBeGreaterThan(1)
    const asked = counted.queries
    await moveCheckpoint()
    moved.notify()
    for (const view of await reading) expect(view.position).toBe(view.head)
    expect(counted.queries - asked).toBeLessThanOrEqual(3)
  })

  it('says so while no generation is live, and recovers', async () => {
    const { pass } = aBarrier()
    await database.asOwner("update read_generations set state = 'superseded'")
    await expect(pass()).rejects.toThrow(NoReadTablesError)
    await database.asOwner("update read_generations set state = 'live'")
    await expect(pass()).resolves.toMatchObject({ generation: 1 })
  })
})
