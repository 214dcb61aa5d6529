import type { RowDifference, RunDifferences } from '@jaanch/operations/runs'
import type { Compared } from '../generations/rebuild.ts'

/** Longest value that is stored, characters of its JSON: a booking with all its lines is some thousand */
const maxValue = 2_000

/**
 * The differences as the row of a run has them: the counts of each table and its first examples, with long values cut. Read tables are
 * made from events, so their rows contain ids, amounts and instants, and nothing that a person typed.
 */
export function boundDifferences({ generation, comparedWith, position, tables }: Compared): RunDifferences {
  return {
    generation,
    comparedWith,
    position,
    tables: tables.map(({ table, live, rebuilt, different, examples }) => ({
      table,
      live,
      rebuilt,
      different,
      examples: examples.map(({ key, live: before, rebuilt: after }) => ({
        key,
        live: bounded(before),
        rebuilt: bounded(after),
      })),
    })),
  }
}

function bounded(row: RowDifference['live']): RowDifference['live'] {
  return row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, boundedValue(value)]))
}

function boundedValue(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text !== undefined && text.length > maxValue ? `${text.slice(0, maxValue)}…` : value
}
