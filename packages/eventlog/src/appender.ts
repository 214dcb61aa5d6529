import { setImmediate, setTimeout } from 'node:timers/promises'
import { BusyError, waitAtMost, withoutDeadline } from '@jaanch/platform/deadline'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/run-loop'
import pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendSql,
  appendTogetherSql,
  appendWithRowsSql,
  conflictCode,
  encodeAppend,
  LogUnavailableError,
  measureAppend,
  measureBatch,
  type RowsSql,
  readAppendRow,
  VersionConflictError,
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

type PendingAppend = {
  append: Append
  json: string
  /** JSON of its row */
  row: string | undefined
  /** Characters of both */
  length: number
  isSent: boolean
  isExpired: boolean
  resolve: (appended: Appended) => void
  reject: (error: unknown) => void
}

export type AppenderOptions = {
  pool: pg.Pool
  /** Writes the rows that appends carry, see `appendWithRowsSql`; without it, no append may carry one */
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
      answers = await sendUntilAnswered(batch)
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

  async function sendUntilAnswered(batch: PendingAppend[]): Promise<(readonly [PendingAppend, AppendRow])[]> {
    for (let attempt = 1; ; attempt += 1) {
      let members: PendingAppend[] = []
      try {
        const rows = await send(pool, () => {
          members = batch.filter((pending) => pending.isSent || !pending.isExpired)
          for (const pending of members) pending.isSent = true
          return statementOf(members, rowsSql)
        })
        return members.map((pending, index) => [pending, rows[index] as AppendRow])
      } catch (error) {
        if (!isTransient(error) && !(error instanceof BusyError)) throw error
        if (closed || batch.every((pending) => pending.isExpired))
          throw new LogUnavailableError('The log is not reachable', { cause: error })
        await setTimeout(backoff(attempt, { baseMs: 50, maxMs: 1_000 }))
      }
    }
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
    let timer = globalThis.setTimeout(() => {
      if (!pending.isSent || unsentMs === timeoutMs) expire()
      else timer = globalThis.setTimeout(expire, timeoutMs - unsentMs)
    }, unsentMs)
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    async append(append) {
      if (closed) throw new LogUnavailableError('The appender is closed')
      if (append.row !== undefined && !rowsSql) throw new Error('This appender writes no rows')
      const json = encodeAppend(append)
      const row = append.row === undefined ? undefined : JSON.stringify(append.row)
      const length = json.length + (row?.length ?? 0)
      if (queue.size >= maxQueued || queuedLength + length > maxQueuedLength) {
        throw new LogUnavailableError(`${queue.size} appends are waiting`)
      }
      const startedAt = performance.now()
      const answer = enqueue({ append, json, row, length })
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

/** Most batches carry no rows: they need neither the second parameter nor the statement's second part. */
function statementOf(members: readonly PendingAppend[], rowsSql: RowsSql | undefined): pg.QueryConfig {
  const batch = `[${members.map(({ json }) => json).join(',')}]`
  if (!rowsSql || members.every(({ row }) => row === undefined)) {
    return { name: 'append', text: appendSql, values: [batch] }
  }
  const rows = `[${members.map(({ row }) => row ?? 'null').join(',')}]`
  return { name: 'append-with-rows', text: appendWithRowsSql(rowsSql), values: [batch, rows] }
}

/** How long appends of unknown outcome are sent again, ms. As the appender's. What was not sent waits until its caller's deadline. */
const resendForMs = 8_000

/** Versions of streams, by their ids */
type Versions = Readonly<Record<string, number>>

/**
 * Records appends to several streams in one statement: all of them or none. After a lost connection the same ids are sent again;
 * what was recorded is answered as a duplicate.
 */
function createAppendTogether(pool: pg.Pool, rowsSql: RowsSql | undefined) {
  return async (appends: readonly Append[], unchanged: Versions = {}): Promise<Appended[]> => {
    const hasRows = appends.some(({ row }) => row !== undefined)
    if (hasRows && !rowsSql) throw new Error('This appender writes no rows')
    const batch = `[${appends.map(encodeAppend).join(',')}]`
    const versions = JSON.stringify(unchanged)
    const statement: pg.QueryConfig =
      hasRows && rowsSql
        ? {
            name: 'append-together-with-rows',
            text: appendWithRowsSql(rowsSql, 'together'),
            values: [batch, `[${appends.map(({ row }) => JSON.stringify(row ?? null)).join(',')}]`, versions],
          }
        : { name: 'append-together', text: appendTogetherSql, values: [batch, versions] }
    const rows = await sendUntilAnswered(pool, statement, appends)
    measureBatch(appends.map((append, index) => [append, rows[index] as AppendRow]))
    return appends.map(({ streamId }, index) => readAppendRow(streamId, rows[index] as AppendRow))
  }
}

async function sendUntilAnswered(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  appends: readonly Append[],
): Promise<AppendRow[]> {
  const startedAt = Date.now()
  const unsentMs = waitAtMost(resendForMs)
  let isSent = false
  const sendOnce = () =>
    send(pool, () => {
      isSent = true
      return statement
    })
  for (let attempt = 1; ; attempt += 1) {
    try {
      // the outcome of one that was sent must become known
      return await (isSent ? withoutDeadline(sendOnce) : sendOnce())
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === conflictCode) {
        throw new VersionConflictError(
          appends.map(({ streamId }) => streamId).join(', '),
          Number(error.detail),
        )
      }
      if (!isTransient(error) && !(error instanceof BusyError)) throw error
      if (Date.now() > startedAt + (isSent ? resendForMs : unsentMs))
        throw new LogUnavailableError('The log is not reachable', { cause: error })
      await setTimeout(backoff(attempt, { baseMs: 50, maxMs: 1_000 }))
    }
  }
}

/**
 * Sends one statement of the log on a connection of its own.
 * @param encode called when there is a connection
 */
async function send(pool: pg.Pool, encode: () => pg.QueryConfig): Promise<AppendRow[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const { rows } = await client.query<AppendRow>(encode())
    return rows
  } catch (error) {
    if (isTransient(error)) broken = error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
