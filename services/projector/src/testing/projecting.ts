/** The set-up that the integration tests of the projector share: a log, generations that they feed, and projectors. */
import { randomUUID } from 'node:crypto'
import type { BookingCommand } from '@jaanch/booking/decider'
import { ourLab } from '@jaanch/booking/testing/bookings'
import { labAdvance } from '@jaanch/contracts/vocabulary'
import type { Appender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import { type TestDatabase, useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { appendInOrder, eventsOf, type Step } from '@jaanch/tests/support/histories'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createFeed } from '../feed/feed.ts'
import { type ProjectorOptions, runProjector } from '../feed/projector.ts'
import { createGeneration } from '../generations/generations.ts'

export const silent = createLog('test', 'silent')
/** For what is not interrupted */
export const { signal } = new AbortController()

/** A database of the file with an appender, and one connection on which generations are fed. */
export function useGenerations() {
  const database = useTestDatabase()
  const appender = useAppender(database)
  let client: pg.PoolClient
  beforeAll(async () => {
    client = await database.pool.connect()
  })
  afterAll(() => client.release())

  /** A generation whose checkpoint is at a position, as if the log were empty before it. */
  async function createAt(position: number): Promise<number> {
    const generation = await createGeneration(client)
    await client.query('update read_generations set position = $2 where generation = $1', [
      generation,
      position,
    ])
    return generation
  }
  /** Feeds a generation up to the head of the log, in batches of these sizes in turn. @returns it */
  async function feedAll(generation: number, sizes: readonly number[] = []): Promise<number> {
    const { next } = createFeed(client, generation)
    for (let n = 0; (await next(sizes[n % sizes.length])) !== undefined; n += 1);
    return generation
  }
  return {
    database,
    appender,
    /** The connection, once the tests run */
    client: () => client,
    createAt,
    feedAll,
    createFed: async (position = 0, sizes?: readonly number[]) => feedAll(await createAt(position), sizes),
  }
}

/** Places bookings (each third is proposed by an admin) that a lab takes, and moves the nth of them as many steps on as `stepsOf` says; default: to its end. */
export async function appendLives(
  appender: Appender,
  count: number,
  stepsOf: (n: number) => number = () => labAdvance.length,
): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  const steps = ids.flatMap((_, booking): Step[] => [
    { booking: booking + 1, command: { type: 'assignLab', labPartnerId: ourLab } },
    ...labAdvance
      .slice(1, 1 + stepsOf(booking))
      .map((to) => ({ booking: booking + 1, command: { type: 'advance', to } as BookingCommand })),
  ])
  await appendInOrder(
    appender,
    eventsOf(steps, (booking) => ids[booking - 1] as string),
  )
}

type Running = { done: Promise<void>; stop(): Promise<void> }

/** However slow the machine is, no projector of a test loses its lock by its silence, ms */
const silenceTimeoutMs = 600_000

/** @returns starts a projector, which ends after the test, or with `afterAll` after those of the file */
export function useProjectors(database: TestDatabase, after: typeof afterEach | typeof afterAll = afterEach) {
  const running: Running[] = []
  after(async () => void (await Promise.all(running.splice(0).map(({ stop }) => stop()))))
  return (options: Partial<ProjectorOptions> = {}): Running => {
    const stop = new AbortController()
    const shared = { url: database.url, log: silent, silenceTimeoutMs, signal: stop.signal }
    const done = runProjector({ ...shared, ...options })
    const projector = {
      done,
      stop() {
        stop.abort()
        return done
      },
    }
    running.push(projector)
    return projector
  }
}

/** The backends that hold the lock of a projector in this database. */
export async function lockHolders(database: TestDatabase): Promise<number[]> {
  const { rows } = await database.asOwner(
    `select pid from pg_locks where locktype = 'advisory' and classid = 5129204 and granted
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

/** The live generation of this code's model version */
export const liveNumber = async (database: TestDatabase) => (await liveGeneration(database))?.generation ?? 0
