import { AppError } from '@jaanch/contracts/errors'
import { type Queryable, readStream, UnreadableEventError } from '@jaanch/eventlog/read'
import { nameIn, type RowTable } from '@jaanch/eventlog/read-generations'
import type { FieldChange } from './api.ts'
import { changesBetween } from './changes.ts'
import { byKey, foldStream, type ReadRow, type ReadRows, readRow, tablesByName } from './fold-stream.ts'

export type FedGeneration = { generation: number; state: string; position: number }

/** The rows of one stream in a generation. Both sides are as Postgres shows them, so that equal values are equal texts. */
export type ComparedStream = FedGeneration & {
  stored: ReadRows
  folded: ReadRows
  /** `before`: stored, `after`: folded */
  differences: FieldChange[]
}

/** @param lock SQL: locks the rows of the generations until the end of the transaction @returns the live one first */
export async function readFed(db: Queryable, version: number, lock = ''): Promise<FedGeneration[]> {
  const { rows } = await db.query<FedGeneration>(
    `select generation, state, position from read_generations
      where model_version = $1 and state in ('live', 'following', 'superseded') order by generation ${lock}`,
    [version],
  )
  return rows.sort((one, other) => Number(other.state === 'live') - Number(one.state === 'live'))
}

/**
 * Compares the rows of a stream with the fold of its events up to the checkpoint of the generation. Checkpoint and rows must be of
 * one snapshot, or the checkpoint locked. @throws AppError operation-refused if the events cannot be folded
 */
export async function compareStream(
  db: Queryable,
  fed: FedGeneration,
  stream: string,
): Promise<ComparedStream> {
  const { positions, rows } = await foldUpTo(db, stream, fed.position)
  const stored: ReadRow[] = []
  const folded: ReadRow[] = []
  for (const { name, condition, value } of rowsOfStream(stream, positions)) {
    const table = tablesByName.get(name) as RowTable
    const source = nameIn(fed.generation, name)
    const expected = rows.filter((row) => row.table === name).map(({ columns }) => columns)
    const populated = `jsonb_populate_recordset(null::${source}, $1)`
    stored.push(...(await readRows(db, table, `${source} where ${condition}`, value)))
    folded.push(...(await readRows(db, table, populated, JSON.stringify(expected))))
  }
  const [before, after] = [byKey(stored), byKey(folded)]
  return { ...fed, stored: before, folded: after, differences: changesBetween(before, after) }
}

async function foldUpTo(
  db: Queryable,
  stream: string,
  position: number,
): Promise<{ positions: number[]; rows: ReadRow[] }> {
  try {
    const events = (await readStream(db, stream)).filter((event) => event.position <= position)
    const rows = [...foldStream(events)].at(-1)?.rows.values() ?? []
    return { positions: events.map((event) => event.position), rows: [...rows] }
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error
    throw new AppError(
      'operation-refused',
      `Event ${error.position} (${error.type}) of ${stream} cannot be read by this version: its rows cannot be computed.`,
    )
  }
}

/** The tables that a stream writes, and its rows in them. */
function rowsOfStream(
  stream: string,
  positions: readonly number[],
): { name: string; condition: string; value: unknown }[] {
  const id = stream.slice(stream.indexOf('-') + 1)
  const byId = (name: string, column = 'id') => ({ name, condition: `${column} = $1::uuid`, value: id })
  const notifications = {
    name: 'notifications',
    condition: 'position = any ($1::bigint[])',
    value: positions,
  }
  if (stream.startsWith('booking-'))
    return [byId('bookings'), byId('booking_removals', 'booking_id'), notifications]
  return stream.startsWith('lab-') ? [byId('lab_partners'), notifications] : [byId('prescriptions')]
}

async function readRows(db: Queryable, table: RowTable, from: string, value: unknown): Promise<ReadRow[]> {
  const { rows } = await db.query<{ row: object }>(
    `select to_jsonb(r) as row from (select ${table.columns.join(', ')} from ${from}) r`,
    [value],
  )
  return rows.map(({ row }) => readRow(table, row))
}
