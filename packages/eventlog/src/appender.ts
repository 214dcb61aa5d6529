import { setImmediate, setTimeout } from 'node:timers/promises'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import type pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendSql,
  encodeAppend,
  readAppendRow,
} from './append.ts'

/** Postgres could not be reached in time. It is unknown whether the append was recorded: send the same id again. */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError'
}

export type Appender = {
  /**
   * Records an append; it is durable when the promise resolves.
   * @throws VersionConflictError, LogUnavailableError, ZodError, or Postgres's error for data that it cannot store
   */
  append(append: Append): Promise<Appended>
  /** Waits for appends in progress; rejects further appends. */
  close(): Promise<void>
}

type PendingAppend = {
  append: Append
  json: string
  resolve: (appended: Appended) => void
  reject: (error: unknown) => void
}

export type AppenderOptions = {
  pool: pg.Pool
  /** Appends in one batch, default 256 */
  maxBatchSize?: number
  /** Characters of JSON in one batch, default 1,000,000 */
  maxBatchLength?: number
  /** How long a batch is sent again after lost connections before its appends fail, ms; default 8,000 */
  timeoutMs?: number
}

/**
 * Group commit. Concurrent appends of a process share one call of log.append, and with it one lock, one commit and one
 * flush to disk:
 *
 *  1. collect  appends queue up while a batch is in flight. The loop waits one turn of the event loop before each batch,
 *              so that callers resumed by the last batch join the next one (otherwise batches of one append and batches
 *              of the rest alternate, at half the rate).
 *  2. send     one statement on one connection numbers and inserts the events
 *  3. answer   each append gets its own row: appended, duplicate or conflict
 *  4. resend   after a lost connection the outcome is unknown. The same ids are sent again: appends that were recorded are
 *              answered as duplicates, the others are appended now. If the first batch still runs on the lost connection,
 *              it holds the log's lock, so the second one sees its outcome.
 *  5. isolate  data that Postgres rejects fails the whole statement: the batch is halved until the invalid append is alone
 */
export function createAppender(options: AppenderOptions): Appender {
  const { pool, maxBatchSize = 256, maxBatchLength = 1_000_000, timeoutMs = 8_000 } = options
  let queue: PendingAppend[] = []
  let draining: Promise<void> | undefined
  let closed = false

  function takeBatch(): PendingAppend[] {
    let bytes = 0
    let count = 0
    while (count < queue.length && count < maxBatchSize) {
      bytes += queue[count]?.json.length ?? 0
      if (count > 0 && bytes > maxBatchLength) break
      count += 1
    }
    return queue.splice(0, count)
  }

  async function drain(): Promise<void> {
    await setImmediate()
    while (queue.length > 0) {
      await commit(takeBatch())
      await setImmediate()
    }
    draining = undefined
  }

  async function commit(batch: PendingAppend[]): Promise<void> {
    let rows: AppendRow[]
    try {
      rows = await sendUntilAnswered(batch)
    } catch (error) {
      if (batch.length === 1 || error instanceof LogUnavailableError) {
        for (const pending of batch) pending.reject(error)
        return
      }
      const middle = batch.length >> 1
      await commit(batch.slice(0, middle))
      await commit(batch.slice(middle))
      return
    }
    batch.forEach((pending, index) => {
      try {
        pending.resolve(readAppendRow(pending.append.streamId, rows[index] as AppendRow))
      } catch (conflict) {
        pending.reject(conflict)
      }
    })
  }

  async function sendUntilAnswered(batch: PendingAppend[]): Promise<AppendRow[]> {
    const json = `[${batch.map((pending) => pending.json).join(',')}]`
    const deadline = Date.now() + timeoutMs
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(pool, json)
      } catch (error) {
        if (!isTransient(error)) throw error
        if (closed || Date.now() > deadline)
          throw new LogUnavailableError('The log is not reachable', { cause: error })
        await setTimeout(backoff(attempt, { baseMs: 50, maxMs: 1_000 }))
      }
    }
  }

  return {
    async append(append) {
      if (closed) throw new LogUnavailableError('The appender is closed')
      const json = encodeAppend(append)
      const answer = new Promise<Appended>((resolve, reject) => queue.push({ append, json, resolve, reject }))
      draining ??= drain()
      return answer
    },
    async close() {
      closed = true
      await draining
      queue = []
    },
  }
}

async function send(pool: pg.Pool, json: string): Promise<AppendRow[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const { rows } = await client.query<AppendRow>({ name: 'append', text: appendSql, values: [json] })
    return rows
  } catch (error) {
    if (isTransient(error)) broken = error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
