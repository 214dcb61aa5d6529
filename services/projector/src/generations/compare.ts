import type { AlignedSnapshots } from './aligned-snapshot.ts'
import {
  compareChunk,
  type KeyedTable,
  type Pair,
  type RowKey,
  type TableComparison,
} from './compare-chunk.ts'

export type Comparison = {
  /** Checkpoint of both generations when it began */
  position: number
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

type Options = Pair & { snapshots: AlignedSnapshots; tables: readonly KeyedTable[]; limits?: Limits }

/**
 * Compares two generations row by row, by primary key. It goes through the tables in chunks and
 * takes another aligned snapshot about every half second: while a snapshot is open, Postgres keeps every version of every
 * row that it may see, and the row of a checkpoint has a new version for each batch of the projector.
 *
 * So different rows are compared at different positions, but a row in both generations at the same one. Each row that exists
 * when the comparison begins, in either generation, is in one of the chunks to come. A row that is inserted later below the
 * keys that were passed is not compared: it comes from an event after the returned position.
 */
export async function compareGenerations(
  { snapshots, tables: compared, limits = defaultLimits, ...pair }: Options,
  onChunk: (table: string) => void = () => {},
): Promise<Comparison> {
  const tables = compared.map(({ table }) => emptyComparison(table))
  let [position, done] = [0, 0]
  let after: RowKey | undefined
  while (done < compared.length) {
    await snapshots.inNext(async (snapshot, aligned) => {
      position ||= aligned
      const began = performance.now()
      do {
        const [keyed, sum] = [compared[done] as KeyedTable, tables[done] as TableComparison]
        onChunk(keyed.table)
        const examples = maxExamples - sum.examples.length
        const chunk = await compareChunk(snapshot, pair, keyed, { after, limit: limits.chunkRows, examples })
        tables[done] = add(sum, chunk.rows)
        after = chunk.upto
        if (!after) done += 1
      } while (done < compared.length && performance.now() - began < limits.snapshotMs)
    })
  }
  return { position, tables }
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
