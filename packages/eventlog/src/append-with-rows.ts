import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { withoutDeadline } from '@jaanch/platform/deadline'
import { inOwnTransaction } from '@jaanch/platform/postgres'
import pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  encodeAppend,
  measureAppend,
  measureBatch,
  sendUntilAnswered,
} from './append.ts'
import type { JaanchEvent } from './events.ts'

/**
 * Writes ordinary rows on the connection of an append's transaction. It may be called again after its rows were rolled back.
 * @returns false if no row changed: then nothing is appended
 */
export type WriteRows = (client: pg.ClientBase) => Promise<unknown>

/**
 * A further statement for the text that appends: it runs with the lock of the log, so that nothing is appended between what it looks at
 * and the commit. Asked for after `WriteRows`; undefined: there is none. If it fails, nothing is recorded.
 */
type WhileLocked = () => string | undefined

/** How long an append of unknown outcome is sent again, ms. As the appender's. */
const resendForMs = 8_000

/**
 * Appends events and writes ordinary rows in one transaction: both exist or neither. After a lost connection it is unknown
 * whether they were committed, so the same append id is sent again; what was recorded is not written twice.
 *
 * No other process can append from the append to the commit, so both are one text: the server does not wait for this process
 * in between, which may be blocked or frozen.
 * @returns undefined if `writeRows` returned false
 * @throws VersionConflictError, LogUnavailableError, and whatever `writeRows` throws; the transaction is rolled back
 */
export function appendWithRows(
  pool: pg.Pool,
  append: Append,
  writeRows: WriteRows,
  whileLocked: WhileLocked = () => undefined,
): Promise<Appended | undefined> {
  return measureAppend(append, performance.now(), appendOnce(pool, append, writeRows, whileLocked))
}

async function appendOnce(
  pool: pg.Pool,
  append: Append,
  writeRows: WriteRows,
  whileLocked: WhileLocked,
): Promise<Appended | undefined> {
  const json = pg.escapeLiteral(encodeAppend(append))
  const deadline = Date.now() + resendForMs
  let wasSent = false
  const sendOnce = () =>
    inOwnTransaction(pool, async (client) => {
      const recorded = await begin(client, append.id)
      if (recorded || (await writeRows(client)) === false) {
        await client.query('commit')
        return recorded
      }
      wasSent = true
      const appended = await appendAndCommit(client, json, whileLocked())
      measureBatch([[append, { outcome: appended.duplicate ? 'duplicate' : 'appended' }]])
      return appended
    })
  // the outcome of one that was sent must become known
  const send = () => (wasSent ? withoutDeadline(sendOnce) : sendOnce())
  return sendUntilAnswered(send, append.streamId, (error) => {
    // nothing was begun
    if (!wasSent) throw error
    return Date.now() > deadline
  })
}

/**
 * Begins the transaction and waits for an earlier one with the same append id, which may still run on a lost connection.
 * @returns what an earlier one recorded
 */
async function begin(client: pg.ClientBase, appendId: string): Promise<Appended | undefined> {
  const id = pg.escapeLiteral(appendId)
  const [, , recorded] = await queries<Pick<AppendRow, 'last_position' | 'last_version'>>(
    client,
    `begin;
     select pg_advisory_xact_lock(hashtext('append'), hashtext(${id}));
     select position as last_position, version as last_version from log.events
      where append_id = ${id} order by append_index desc limit 1`,
  )
  const row = recorded?.rows[0]
  return row && { position: row.last_position, version: row.last_version, duplicate: true }
}

async function appendAndCommit(
  client: pg.ClientBase,
  json: string,
  statement: string | undefined,
): Promise<Appended> {
  const texts = [`select * from log.append_expected(${json})`, ...(statement ? [statement] : []), 'commit']
  const [appended] = await queries<AppendRow>(client, texts.join('; '))
  const row = appended?.rows[0] as AppendRow
  return { position: row.last_position, version: row.last_version, duplicate: row.outcome === 'duplicate' }
}

/** Several statements in one text, which pg answers with one result each. Only such a text needs no round trips in between. */
async function queries<Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string) {
  return listOf(await client.query<Row>(text))
}

/** pg declares the answer to one statement only. */
function listOf<Answer>(answers: Answer | Answer[]): Answer[] {
  return Array.isArray(answers) ? answers : [answers]
}

type Change = { streamId: string; event: JaanchEvent; caller: Caller; requestId: string }

/**
 * Changes ordinary rows and records the event in one transaction. `writeRows` must lock a row of the stream's subject, which
 * orders the changes of one subject; if it returns false, nothing is recorded.
 * @param whileLocked as of `appendWithRows`
 */
export async function recordChange(
  { logDb }: { logDb: pg.Pool },
  { streamId, event, caller, requestId }: Change,
  writeRows: WriteRows,
  whileLocked?: WhileLocked,
): Promise<void> {
  const append = {
    id: randomUUID(),
    streamId,
    expected: 'any' as const,
    events: [event],
    actor: actorOf(caller),
    correlationId: requestId,
  }
  await appendWithRows(logDb, append, writeRows, whileLocked)
}

/** @returns a row after a partial update: a key that the request leaves out keeps its value, null replaces it */
export function withChanges<Row extends object>(
  row: Row,
  changes: { readonly [Key in keyof Row]?: Row[Key] | undefined },
): Row {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(given) }
}
