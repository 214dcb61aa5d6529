import { setTimeout } from 'node:timers/promises'
import { BusyError, waitAtMost, withoutDeadline } from '@jaanch/platform/deadline'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/run-loop'
import pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendTogetherSql,
  appendWithRowsSql,
  conflictCode,
  encodeAppend,
  LogUnavailableError,
  measureBatch,
  type RowsSql,
  readAppendRow,
  VersionConflictError,
} from './append.ts'
import { send } from './send.ts'

/** How long appends of unknown outcome are sent again, ms. As the appender's. What was not sent waits until its caller's deadline. */
const resendForMs = 8_000

/** Versions of streams, by their ids */
export type Versions = Readonly<Record<string, number>>

/**
 * Records appends to several streams in one statement: all of them or none. After a lost connection the same ids are sent again;
 * what was recorded is answered as a duplicate.
 */
export function createAppendTogether(pool: pg.Pool, rowsSql: RowsSql | undefined) {
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
