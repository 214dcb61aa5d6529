import { setImmediate } from 'node:timers/promises'
import { waitAtMost, withoutDeadline } from '@jaanch/platform/deadline'
import { isTransient, withConnection } from '@jaanch/platform/postgres'
import type pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendStatement,
  type EncodedAppend,
  encode,
  LogUnavailableError,
  measureAppend,
  measureBatch,
  type RowsSql,
  readAppendRow,
  sendUntilAnswered,
} from './append.ts'

export type Appender = {
  /**
   * Records an append; it is durable when the promise resolves.
   * @throws VersionConflictError, LogUnavailableError, ZodError, or Postgres's error for data that it cannot store
   */
  append(append: Append): Promise<Appended>
  /**
   * Records appends to several streams in one transaction with the rows that they carry: all of them or none. They share no
   * statement with others.
   * @param unchanged streams to which nothing is appended, which must still have these versions: the decision depends on them
   * @throws as `append`; VersionConflictError if one of the streams has another version
   */
  appendTogether(appends: readonly Append[], unchanged?: Versions): Promise<Appended[]>
  /** Waits for appends in progress; rejects further appends. */
  close(): Promise<void>
}

type PendingAppend = EncodedAppend & {
  append: Append
  /** Characters of its JSON */
  length: number
  isSent: boolean
  isExpired: boolean
  resolve: (appended: Appended) => void
  reject: (error: unknown) => void
}

export type AppenderOptions = {
  pool: pg.Pool
  /** Writes the rows that appends carry, see `appendStatement`; without it, no append may carry one */
  rowsSql?: RowsSql
  /** Appends in one batch, default 256 */
  maxBatchSize?: number
  /** Characters of JSON in one batch, default 1,000,000 */
  maxBatchLength?: number
  /** Appends that may wait to be sent, default 10,000: half a second of what the log takes. Further ones fail at once */
  maxQueued?: number
  /** Characters of JSON that may wait to be sent, default 32,000,000 */
  maxQueuedLength?: number
  /**
   * How long a caller waits, ms; default 8,000. An append that was not sent by then, or by its caller's deadline, is never sent; the
   * outcome of one that was sent is unknown.
   */
  timeoutMs?: number
}

/**
 * Group commit. Concurrent appends of a process share one call of log.append_batch, and with it one lock, one commit and one
 * flush to disk:
 *
 *  1. collect  appends queue up while a batch is in flight. The loop waits one turn of the event loop before each batch,
 *              so that callers resumed by the last batch join the next one (otherwise batches of one append and batches
 *              of the rest alternate, at half the rate).
 *  2. send     one statement on one connection numbers and inserts the events, and the rows that they carry. Appends whose
 *              callers have given up are left out: what was reported as not sent is never recorded
 *  3. answer   each append gets its own row: appended, duplicate or conflict
 *  4. resend   after a lost connection the outcome is unknown. The same ids are sent again: appends that were recorded are
 *              answered as duplicates, the others are appended now. If the first batch still runs on the lost connection,
 *              it holds the log's lock, so the second one sees its outcome.
 *  5. isolate  data that Postgres rejects fails the whole statement: the batch is halved until the invalid append is alone
 */
export function createAppender(options: AppenderOptions): Appender {
  const { pool, rowsSql, maxBatchSize = 256, maxBatchLength = 1_000_000, timeoutMs = 8_000 } = options
  const { maxQueued = 10_000, maxQueuedLength = 32_000_000 } = options
  // in the order of the calls
  const queue = new Set<PendingAppend>()
  let queuedLength = 0
  let draining: Promise<void> | undefined
  let closed = false

  function dequeue(pending: PendingAppend): void {
    if (queue.delete(pending)) queuedLength -= pending.length
  }

  function takeBatch(): PendingAppend[] {
    const batch: PendingAppend[] = []
    let length = 0
    for (const pending of queue) {
      length += pending.length
      if (batch.length === maxBatchSize || (batch.length > 0 && length > maxBatchLength)) break
      dequeue(pending)
      batch.push(pending)
    }
    return batch
  }

  async function drain(): Promise<void> {
    await setImmediate()
    while (queue.size > 0) {
      await commit(takeBatch())
      await setImmediate()
    }
    draining = undefined
  }

  async function commit(batch: PendingAppend[]): Promise<void> {
    let answers: (readonly [PendingAppend, AppendRow])[]
    try {
      answers = await sendBatch(batch)
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
    measureBatch(answers.map(([pending, row]) => [pending.append, row]))
    for (const [pending, row] of answers) {
      try {
        pending.resolve(readAppendRow(pending.append.streamId, row))
      } catch (conflict) {
        pending.reject(conflict)
      }
    }
  }

  async function sendBatch(batch: PendingAppend[]): Promise<(readonly [PendingAppend, AppendRow])[]> {
    let members: PendingAppend[] = []
    const sendOnce = () =>
      send(pool, () => {
        members = batch.filter((pending) => pending.isSent || !pending.isExpired)
        for (const pending of members) pending.isSent = true
        return appendStatement(members, rowsSql)
      })
    const rows = await sendUntilAnswered(
      sendOnce,
      'of a batch',
      () => closed || batch.every((pending) => pending.isExpired),
    )
    return members.map((pending, index) => [pending, rows[index] as AppendRow])
  }

  function enqueue(encoded: Pick<PendingAppend, 'append' | 'json' | 'row' | 'length'>): Promise<Appended> {
    const { promise, resolve, reject } = Promise.withResolvers<Appended>()
    const pending: PendingAppend = { ...encoded, isSent: false, isExpired: false, resolve, reject }
    queue.add(pending)
    queuedLength += pending.length
    const unsentMs = waitAtMost(timeoutMs)
    const expire = () => {
      pending.isExpired = true
      dequeue(pending)
      reject(new LogUnavailableError(pending.isSent ? 'No answer in time' : 'Not sent in time'))
    }
    let timer = setTimeout(() => {
      if (!pending.isSent || unsentMs === timeoutMs) expire()
      else timer = setTimeout(expire, timeoutMs - unsentMs)
    }, unsentMs)
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    async append(append) {
      if (closed) throw new LogUnavailableError('The appender is closed')
      const encoded = encode(append, rowsSql)
      const length = encoded.json.length + (encoded.row?.length ?? 0)
      if (queue.size >= maxQueued || queuedLength + length > maxQueuedLength) {
        throw new LogUnavailableError(`${queue.size} appends are waiting`)
      }
      const startedAt = performance.now()
      const answer = enqueue({ ...encoded, append, length })
      draining ??= withoutDeadline(drain)
      return measureAppend(append, startedAt, answer)
    },
    appendTogether: createAppendTogether(pool, rowsSql),
    async close() {
      closed = true
      await draining
    },
  }
}

/** How long appends of unknown outcome are sent again, ms. As the appender's. What was not sent waits until its caller's deadline. */
const resendForMs = 8_000

/** Versions of streams, by their ids */
type Versions = Readonly<Record<string, number>>

function createAppendTogether(pool: pg.Pool, rowsSql: RowsSql | undefined): Appender['appendTogether'] {
  return async (appends, unchanged = {}) => {
    const encoded = appends.map((append) => encode(append, rowsSql))
    const statement = appendStatement(encoded, rowsSql, JSON.stringify(unchanged))
    const startedAt = Date.now()
    const unsentMs = waitAtMost(resendForMs)
    let isSent = false
    const sendOnce = () =>
      send(pool, () => {
        isSent = true
        return statement
      })
    const rows = await sendUntilAnswered(
      // the outcome of one that was sent must become known
      () => (isSent ? withoutDeadline(sendOnce) : sendOnce()),
      appends.map(({ streamId }) => streamId).join(', '),
      () => Date.now() > startedAt + (isSent ? resendForMs : unsentMs),
    )
    measureBatch(appends.map((append, index) => [append, rows[index] as AppendRow]))
    return appends.map(({ streamId }, index) => readAppendRow(streamId, rows[index] as AppendRow))
  }
}

/**
 * Sends one statement of the log on a connection of its own.
 * @param encode called when there is a connection
 */
function send(pool: pg.Pool, encode: () => pg.QueryConfig): Promise<AppendRow[]> {
  return withConnection(pool, async (client, onBroken) => {
    try {
      return (await client.query<AppendRow>(encode())).rows
    } catch (error) {
      if (isTransient(error)) onBroken(error as Error)
      throw error
    }
  })
}
