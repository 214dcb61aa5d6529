import '@jaanch/booking-stream/streams'
import type { Decider } from '@jaanch/contracts/decider'
import { type Append, type AppendRow, appendStatement, encode, readAppendRow } from '@jaanch/eventlog/append'
import type { JaanchEvent } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

/** The tables of the demo with their keys, ordered so that referenced rows are written first. */
const keys = {
  parameters: 'code',
  reference_intervals: 'id',
  packages: 'id',
  users: 'id',
  lab_partners: 'id',
  lab_capacities: 'lab_partner_id',
  family_members: 'id',
  customer_addresses: 'id',
  booking_details: 'booking_id',
  orders: 'booking_id',
  reviews: 'booking_id',
  visit_places: 'id',
  prescriptions: 'id',
  prescription_files: 'prescription_id',
  report_submissions: 'report_id',
  report_values: 'report_id, code',
  report_drafts: 'report_id',
  health_report_files: 'report_id',
  health_reports: 'id',
} as const
/** In the order in which their rows are written */
const tables = Object.keys(keys) as Table[]
type Table = keyof typeof keys

/** The text format of bytea */
export const byteaOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** Values by column. All rows of a table have the same columns. */
export type Row = Readonly<Record<string, unknown>>

/** Rows and events that are written together. */
export type TimelineEntry = {
  at: Date
  rows?: Readonly<Partial<Record<Table, readonly Row[]>>>
  append?: Append
}

/** With 500 and with 5,000 writing takes 0.4 s on two idle cores; with 500 no other append waits longer than 50 ms. */
const batchSize = 500

/**
 * Writes the entries in order of time, so that positions follow time. Each transaction contains a batch of whole entries,
 * first the rows, then the events. A repeated call skips existing rows by their keys and events by their append ids.
 */
export async function writeTimeline(pool: pg.Pool, entries: readonly TimelineEntry[]): Promise<void> {
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (let begin = 0; begin < inOrder.length; begin += batchSize) {
    await inTransaction(pool, async (client) => {
      await takeTimeline(client)
      await writeBatch(client, inOrder.slice(begin, begin + batchSize))
    })
  }
}

/**
 * Waits for others who write a timeline, until the transaction ends: "on conflict" covers one key only, so that a concurrent insert of
 * the same row could violate another one, such as users_email.
 */
export async function takeTimeline(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('timeline'))")
}

/**
 * Writes a batch in the transaction of the caller, first the rows, then the events. Places come last: their trigger takes the lock of
 * their date, and appends of the services that take places have the lock of the log first.
 */
export async function writeBatch(client: pg.ClientBase, batch: readonly TimelineEntry[]): Promise<void> {
  for (const table of tables) {
    if (table !== 'visit_places') await insert(client, table, rowsOf(batch, table))
  }
  await append(
    client,
    batch.flatMap((entry) => entry.append ?? []),
  )
  await insert(client, 'visit_places', rowsOf(batch, 'visit_places'))
}

function rowsOf(batch: readonly TimelineEntry[], table: Table): Row[] {
  return batch.flatMap((entry) => entry.rows?.[table] ?? [])
}

async function insert(client: pg.ClientBase, table: Table, rows: readonly Row[]): Promise<void> {
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

async function append(client: pg.ClientBase, appends: readonly Append[]): Promise<void> {
  if (appends.length === 0) return
  const statement = appendStatement(
    appends.map((append) => encode(append, undefined)),
    undefined,
  )
  const { rows } = await client.query<AppendRow>(statement)
  appends.forEach(({ streamId }, index) => {
    readAppendRow(streamId, rows[index] as AppendRow)
  })
}

/** A command, and the rows that are written with its events. */
export type Step<Command> = Pick<TimelineEntry, 'at' | 'rows'> & {
  actor: string
  command: Command
}

/**
 * Decides the commands of a stream in order, each at its own time, as the services would.
 * @throws Error if a command is refused or has no effect, because then the demo's plan is wrong
 */
export function decideSteps<State, Command extends { type: string }, Event extends JaanchEvent>(
  decider: Decider<State, Command, Event>,
  streamId: string,
  steps: readonly Step<Command>[],
): TimelineEntry[] {
  let state = decider.initial
  let version = 0
  return steps.map(({ at, rows = {}, actor, command }, index) => {
    const decision = decider.decide(state, command, at)
    const problem = 'refused' in decision ? decision.refused : 'nothing to record'
    if ('refused' in decision || decision.events.length === 0)
      throw new Error(`The demo can't ${command.type} in ${streamId}: ${problem}`)
    const { events } = decision
    const expected = version
    version += events.length
    state = events.reduce(decider.evolve, state)
    return {
      at,
      rows,
      append: {
        id: appendIdOf('demo', streamId, index),
        streamId,
        expected,
        events: events.map((event: JaanchEvent) => ({ ...event, at })),
        actor,
      },
    }
  })
}
