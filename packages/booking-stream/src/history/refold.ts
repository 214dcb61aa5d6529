import type { BookingSummary } from '@jaanch/booking/booking'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { nameIn, type RowTable } from '@jaanch/eventlog/read-generations'
import { recordOperation } from '@jaanch/operations/operators'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction, isLockError } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { countsOfBooking } from '../counts.ts'
import { factsOf } from '../facts.ts'
import { reportTimesOf } from '../report-times.ts'
import { turnaroundOf } from '../statistics.ts'
import { operationsHistoryCalls, type RefoldView } from './api.ts'
import { type ComparedStream, compareStream, readFed } from './compare-stream.ts'
import { type ReadRow, tablesByName } from './fold-stream.ts'
import { findStream } from './read-history.ts'

/** Compares the rows of a stream in each generation that is fed with the fold of its events. @throws AppError operation-refused */
export function compareWithFold(pool: pg.Pool, stream: string, version: number): Promise<RefoldView> {
  return inTransaction(
    pool,
    async (client) => {
      const compared: ComparedStream[] = []
      for (const fed of await readFed(client, version))
        compared.push(await compareStream(client, fed, stream))
      return viewOf(stream, compared)
    },
    'begin isolation level repeatable read, read only',
  )
}

type Refold = { reason: string; operator: string; version: number }

/**
 * Mends the rows of a stream that differ from the fold of its events, in each generation that is fed. The rows of the checkpoints
 * are locked: the projector's next batch waits, some milliseconds, and then computes again what it would have written from the
 * rows before. Counts and statistics stay (see RefoldView). The API's processes push the mended rows of the live generation.
 * @returns what differed, and the number of rows that were written or deleted
 * @throws AppError operation-refused if the stream cannot be folded, or the projector holds the checkpoint for too long
 */
export function refold(
  pool: pg.Pool,
  stream: string,
  { reason, operator, version }: Refold,
): Promise<RefoldView & { mended: number }> {
  return inTransaction(pool, async (client) => {
    // a process that freezes loses the lock before readers fall far behind
    await client.query(`set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '2s'`)
    const compared: ComparedStream[] = []
    let mended = 0
    for (const fed of await readFed(client, version, 'for update').catch(refuseIfLocked)) {
      const one = await compareStream(client, fed, stream)
      compared.push(one)
      if (one.differences.length > 0) mended += await mend(client, one, stream)
    }
    if (mended > 0)
      await client.query(
        'insert into refolds (stream_id, mended, reason, operator) values ($1, $2, $3, $4)',
        [stream, mended, reason, operator],
      )
    return { ...viewOf(stream, compared), mended }
  })
}

function refuseIfLocked(error: unknown): never {
  if (!isLockError(error)) throw error
  throw new AppError('operation-refused', 'The projector is busy with a long batch: try again in a moment.')
}

function viewOf(of: string, compared: readonly ComparedStream[]): RefoldView {
  return {
    of,
    generations: compared.map(({ generation, state, position, differences }) => ({
      generation,
      state,
      position,
      differences,
    })),
    mayMiscount: compared.some((one) => one.differences.length > 0 && countsDiffer(one)),
  }
}

/** Writes and deletes what differs. @returns the number of rows */
async function mend(
  client: pg.ClientBase,
  { generation, state, stored, folded, differences }: ComparedStream,
  stream: string,
): Promise<number> {
  const wrong = [...new Set(differences.map(({ table, key }) => `${table} ${key}`))]
  const tables = new Set(differences.map(({ table }) => table))
  for (const name of tables) {
    const table = tablesByName.get(name) as RowTable
    const of = (row: ReadRow | undefined) => (row?.table === name ? [row.columns] : [])
    const right = wrong.flatMap((id) => of(folded.get(id)))
    const extra = wrong.flatMap((id) => (folded.has(id) ? [] : of(stored.get(id))))
    await client.query(deleteStatement(nameIn(generation, name), table), [JSON.stringify(extra)])
    await client.query(upsertStatement(nameIn(generation, name), table), [JSON.stringify(right)])
  }
  await client.query('update read_generations set refolds = refolds + 1 where generation = $1', [generation])
  const message = JSON.stringify({ stream, tables: [...tables] })
  if (state === 'live') await client.query("select pg_notify('refolded', $1)", [message])
  return wrong.length
}

function deleteStatement(name: string, { key }: RowTable): string {
  const columns = key.join(', ')
  return `delete from ${name} where (${columns}) in (select ${columns} from jsonb_populate_recordset(null::${name}, $1))`
}

function upsertStatement(name: string, { key, columns }: RowTable): string {
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return `insert into ${name} (${columns.join(', ')})
    select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1)
        on conflict (${key.join(', ')}) do update set ${set.join(', ')}`
}

/** Whether the stored row of a booking or prescription counts differently from the right one. */
function countsDiffer({ stored, folded }: ComparedStream): boolean {
  return JSON.stringify(partsOf(stored)) !== JSON.stringify(partsOf(folded))
}

function pickCounted(data: unknown): unknown {
  const { customerId, status } = data as Record<string, unknown>
  return [customerId, status]
}

function partsOf(rows: ComparedStream['stored']): unknown {
  for (const { table, columns } of rows.values()) {
    const { data } = columns
    if (table === 'prescriptions') return pickCounted(data)
    if (table !== 'bookings') continue
    try {
      const booking = data as BookingSummary
      return [
        countsOfBooking(booking),
        factsOf(booking),
        turnaroundOf(booking) ?? null,
        reportTimesOf(booking),
      ]
    } catch {
      return 'a damaged document'
    }
  }
  return null
}

export const refoldRoutes = [
  serveCall(operationsHistoryCalls.getRefold, async ({ query: { of } }, { operationsDb, modelVersion }) =>
    compareWithFold(operationsDb, await findStream(operationsDb, of), modelVersion),
  ),
  serveCall(operationsHistoryCalls.refold, async ({ body, caller }, { operationsDb, modelVersion }) => {
    const stream = await findStream(operationsDb, body.of)
    const operator = actorOf(caller)
    await recordOperation(operationsDb, operator, 'refold', { stream })
    return refold(operationsDb, stream, { reason: body.reason, operator, version: modelVersion })
  }),
]
