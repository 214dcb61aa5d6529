import { randomUUID } from 'node:crypto'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Append, appendLock, LogUnavailableError } from './append.ts'
import { type Appender, type AppenderOptions, createAppender } from './appender.ts'
import { readHead, readStream } from './read.ts'

const database = useTestDatabase()

let pool: pg.Pool
let held: pg.PoolClient | undefined
let appender: Appender

/** An appender whose only connection the test holds: nothing is sent before `letGo`. */
async function createHeldAppender(options: Partial<AppenderOptions>): Promise<Appender> {
  held = await pool.connect()
  appender = createAppender({ pool, timeoutMs: 120_000, ...options })
  return appender
}
function letGo(): void {
  held?.release()
  held = undefined
}

beforeEach(() => {
  pool = createPostgresPool({ url: database.url, name: 'bounded', max: 1, acquireTimeout: 60_000 })
})
afterEach(async () => {
  letGo()
  await appender.close()
  await pool.end()
})

function createAppend(): Append {
  return {
    id: randomUUID(),
    streamId: `lab-${randomUUID()}`,
    expected: 0,
    events: [{ type: 'LabApproved', data: {} }],
    actor: 'system:test',
  }
}

const errorOf = (work: Promise<unknown>) => work.catch((error) => error)

describe('an append that waits to be sent', () => {
  it('fails when its time is over, and is never recorded', async () => {
    const { append } = await createHeldAppender({ timeoutMs: 300 })
    const [first, second] = [createAppend(), createAppend()]
    // the first is taken into a batch, the second stays in the queue
    const answers = [errorOf(append(first)), errorOf(append(second))]
    for (const answer of answers) expect(await answer).toBeInstanceOf(LogUnavailableError)
    letGo()
    await appender.close()
    for (const { streamId } of [first, second]) expect(await readStream(database.pool, streamId)).toEqual([])
  })

  it('is one of a limited number: further ones fail at once', async () => {
    const { append } = await createHeldAppender({ maxQueued: 2, maxBatchSize: 1 })
    const sent = append(createAppend())
    await expect.poll(() => pool.waitingCount).toBe(1)
    const queued = [append(createAppend()), append(createAppend())]
    expect(await errorOf(append(createAppend()))).toBeInstanceOf(LogUnavailableError)
    const before = await readHead(database.pool)
    letGo()
    await Promise.all([sent, ...queued])
    expect((await readHead(database.pool)) - before).toBe(3)
  })

  it('and others are of a limited length together', async () => {
    const large: Append = { ...createAppend(), correlationId: 'x'.repeat(1_000) }
    const { append } = await createHeldAppender({ maxQueuedLength: 1_000 })
    expect(await errorOf(append(large))).toBeInstanceOf(LogUnavailableError)
    letGo()
    await append(createAppend())
  })
})

describe('an append that was sent', () => {
  async function countWaiting(): Promise<number | null> {
    const { rowCount } = await database.asOwner(
      `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount
  }

  it('has an unknown outcome when its time is over, and is answered as a duplicate when it is sent again', async () => {
    const blocker = await database.pool.connect()
    await blocker.query(`begin; select pg_advisory_xact_lock(${appendLock})`)
    const sent = createAppend()
    // with its connection: an append that is not sent in time is never recorded
    await pool.query('select 1')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    appender = createAppender({ pool })
    const answer = errorOf(appender.append(sent))
    // each further look moves the timers on by its interval
    await expect.poll(countWaiting, { interval: 1 }).toBe(1)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await answer).toBeInstanceOf(LogUnavailableError)
    vi.useRealTimers()
    await blocker.query('rollback')
    blocker.release()
    await expect.poll(() => readStream(database.pool, sent.streamId)).toHaveLength(1)
    const patient = createAppender({ pool })
    expect(await patient.append(sent)).toMatchObject({ duplicate: true, version: 1 })
    await patient.close()
  })
})
