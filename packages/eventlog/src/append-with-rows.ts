import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendSql,
  encodeAppend,
  readAppendRow,
} from './append.ts'

/**
 * Writes ordinary rows on the connection of an append's transaction.
 * @returns false if no row changed: then nothing is appended
 */
export type WriteRows = (client: pg.ClientBase) => Promise<unknown>

/** While a process is frozen between the append and the commit, no other process can append: its session ends after 5 s. */
const beginWithShortIdle = "begin; set local idle_in_transaction_session_timeout = '5s'"

/**
 * Appends events and writes ordinary rows in one transaction: both exist or neither.
 * @returns undefined if `writeRows` returned false
 * @throws VersionConflictError, and whatever `writeRows` throws; the transaction is rolled back
 */
export function appendWithRows(
  pool: pg.Pool,
  append: Append,
  writeRows: WriteRows,
): Promise<Appended | undefined> {
  return inTransaction(
    pool,
    async (client) => {
      if ((await writeRows(client)) === false) return undefined
      // the last statement: from here to the commit no other process can append
      const { rows } = await client.query<AppendRow>(appendSql, [`[${encodeAppend(append)}]`])
      return readAppendRow(append.streamId, rows[0] as AppendRow)
    },
    beginWithShortIdle,
  )
}
