import { type Append, type AppendRow, appendSql, encodeAppend, readAppendRow } from '@jaanch/eventlog/append'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

/** The tables that the demo fills, with their keys, in an order in which a row finds what it refers to. */
const keys = {
  parameters: 'code',
  packages: 'id',
  users: 'id',
  lab_partners: 'id',
  family_members: 'id',
  customer_addresses: 'id',
  booking_details: 'booking_id',
  orders: 'booking_id',
  prescriptions: 'id',
  prescription_files: 'prescription_id',
  report_submissions: 'report_id',
  report_values: 'report_id, code',
  health_reports: 'id',
} as const
type Table = keyof typeof keys

/** By column. Rows of one table name the same columns. */
type Row = Readonly<Record<string, unknown>>

/** Something that happened: its rows and its events are written together. */
export type Moment = {
  at: Date
  /** What is made, and kept by itself, of all that was written before this moment; the same when it is done again */
  before?: (pool: pg.Pool) => Promise<void>
  rows?: Readonly<Partial<Record<Table, readonly Row[]>>>
  append?: Append
}

/** Writing takes 0.4 s on two idle cores with 500 as with 5,000; with 500 nobody waits for the log for over 50 ms. */
const momentsTogether = 500

/**
 * Writes what happened in the order in which it happened, so that positions follow time. It is written in transactions of
 * many moments, first their rows, last their events: a kill leaves the first so many moments, whole. Writing everything
 * again skips the rows that are there by their keys and the events by the ids of their appends.
 */
export async function writeTimeline(pool: pg.Pool, moments: readonly Moment[]): Promise<void> {
  const inOrder = moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const together of batchesOf(inOrder)) {
    await together[0]?.before?.(pool)
    await inTransaction(pool, async (client) => {
      for (const table of Object.keys(keys) as Table[]) {
        await insert(
          client,
          table,
          together.flatMap((moment) => moment.rows?.[table] ?? []),
        )
      }
      await append(
        client,
        together.flatMap((moment) => moment.append ?? []),
      )
    })
  }
}

/** A moment that needs what was written before it begins a batch. */
function batchesOf(moments: readonly Moment[]): Moment[][] {
  const batches: Moment[][] = []
  for (const moment of moments) {
    const batch = batches.at(-1)
    if (!batch || moment.before || batch.length === momentsTogether) batches.push([moment])
    else batch.push(moment)
  }
  return batches
}

async function insert(client: pg.PoolClient, table: Table, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)
     on conflict (${keys[table]}) do nothing`,
    [JSON.stringify(rows)],
  )
}

async function append(client: pg.PoolClient, appends: readonly Append[]): Promise<void> {
  if (appends.length === 0) return
  const batch = `[${appends.map(encodeAppend).join(',')}]`
  const { rows } = await client.query<AppendRow>(appendSql, [batch])
  appends.forEach(({ streamId }, index) => {
    readAppendRow(streamId, rows[index] as AppendRow)
  })
}
