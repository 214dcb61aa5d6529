import { schemaOf } from '@jaanch/projections/tables'
import type pg from 'pg'
import type { AlignedSnapshots } from './aligned-snapshot.ts'
import {
  compareChunk,
  type KeyedTable,
  type Pair,
  type RowKey,
  type TableComparison,
} from './compare-chunk.ts'
import { type Gate, openGate } from './gate.ts'

export type Comparison = {
  /** Checkpoint of both generations when it began */
  position: number
  /** Longest time for which the live projector was blocked, ms */
  held: number
  tables: TableComparison[]
}

type Limits = {
  /** Rows of a chunk */
  chunkRows: number
  /** After this time no further chunk begins in a snapshot, ms */
  snapshotMs: number
}

/** Differing rows that are shown of a table */
export const maxExamples = 5
/** Such a chunk takes about 100 ms on two shared cores */
const defaultLimits: Limits = { chunkRows: 10_000, snapshotMs: 500 }

type Options = Pair & {
  client: pg.ClientBase
  snapshots: AlignedSnapshots
  limits?: Limits
  /** All tables of either schema by default */
  tables?: readonly KeyedTable[] | undefined
  /** Compares only these of them */
  only?: readonly string[] | undefined
  /** Called before each snapshot */
  gate?: Gate | undefined
}

/**
 * Compares two generations row by row, by primary key: every table of either schema. It goes through the tables in chunks and
 * takes another aligned snapshot about every half second: while a snapshot is open, Postgres keeps every version of every
 * row that it may see, and the row of a checkpoint has a new version for each batch of the projector.
 *
 * So different rows are compared at different positions, but a row in both generations at the same one. Each row that exists
 * when the comparison begins, in either generation, is in one of the chunks to come. A row that is inserted later below the
 * keys that were passed is not compared: it comes from an event after the returned position.
 * @throws Error if a table has no primary key or is in one generation only
 */
export async function compareGenerations(
  { client, snapshots, limits = defaultLimits, tables: chosen, only, gate = openGate, ...pair }: Options,
  onChunk: (table: string) => void = () => {},
): Promise<Comparison> {
  const remaining = (chosen ?? (await tablesOfBoth(client, pair))).filter(
    ({ table }) => only?.includes(table) ?? true,
  )
  const tables = remaining.map(({ table }) => emptyComparison(table))
  let [position, held, done] = [0, 0, 0]
  let after: RowKey | undefined
  while (done < remaining.length) {
    await gate([client])
    await snapshots.inNext(async (snapshot, alignment) => {
      position ||= alignment.position
      held = Math.max(held, alignment.held)
      const began = performance.now()
      do {
        const [keyed, sum] = [remaining[done] as KeyedTable, tables[done] as TableComparison]
        onChunk(keyed.table)
        const examples = maxExamples - sum.examples.length
        const chunk = await compareChunk(snapshot, pair, keyed, { after, limit: limits.chunkRows, examples })
        tables[done] = add(sum, chunk.rows)
        after = chunk.upto
        if (!after) done += 1
      } while (done < remaining.length && performance.now() - began < limits.snapshotMs)
    })
  }
  return { position, held, tables }
}

function emptyComparison(table: string): TableComparison {
  return { table, live: 0, rebuilt: 0, different: 0, examples: [] }
}

function add(sum: TableComparison, chunk: TableComparison): TableComparison {
  return {
    table: sum.table,
    live: sum.live + chunk.live,
    rebuilt: sum.rebuilt + chunk.rebuilt,
    different: sum.different + chunk.different,
    examples: [...sum.examples, ...chunk.examples],
  }
}

async function tablesOfBoth(client: pg.ClientBase, { live, rebuilt }: Pair): Promise<KeyedTable[]> {
  const { rows } = await client.query<KeyedTable & { schemas: number }>(
    `select c.relname as table, count(distinct c.oid)::int as schemas,
            jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
                      order by k.nth) filter (where c.relnamespace = to_regnamespace($1) and k.nth is not null) as key
       from pg_class c
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join unnest(i.indkey::int2[]) with ordinality as k (attnum, nth) on true
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where c.relkind = 'r' and c.relnamespace in (to_regnamespace($1), to_regnamespace($2))
      group by c.relname order by c.relname`,
    [schemaOf(live), schemaOf(rebuilt)],
  )
  for (const { table, key, schemas } of rows) {
    if (schemas !== 2) throw new Error(`The table ${table} is in one of the generations only`)
    if (!key) throw new Error(`The table ${table} has no primary key to compare it by`)
  }
  return rows
}
