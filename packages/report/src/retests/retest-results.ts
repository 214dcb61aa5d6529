import type { Analyte } from '../results/analytes.ts'
import type { Flag } from '../results/interpret.ts'

/**
 * A result as far as it decides when to measure again.
 * @property on IST date of the collection
 * @property from the number, or both bounds of an inexact one, in the unit of `analytes.ts`; null: a text, an open bound, another unit
 */
export type Measurement = {
  analyte: Analyte
  on: string
  from: number | null
  to: number | null
  flag: Flag | null
}

/** The results of one person by analyte, the latest first. */
export type Results = {
  last: (analyte: Analyte) => Measurement | undefined
  all: (analyte: Analyte) => readonly Measurement[]
}

/** @param measurements in any order; of one day, the later in the list is the later one */
export function resultsOf(measurements: readonly Measurement[]): Results {
  const sorted = measurements.toReversed().sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
  const byAnalyte = Map.groupBy(sorted, ({ analyte }) => analyte)
  const all = (analyte: Analyte) => byAnalyte.get(analyte) ?? []
  return { all, last: (analyte) => all(analyte)[0] }
}

type Judge = (measurement: Pick<Measurement, 'from' | 'to'>) => boolean

/** Whether the result is certainly that high: `<7` is not at least 6.5. */
export function atLeast(limit: number): Judge {
  return ({ from }) => from !== null && from >= limit
}

/** Whether the result is certainly within, `low` included, `high` excluded. */
export function within(low: number, high: number): Judge {
  return ({ from, to }) => from !== null && to !== null && from >= low && to < high
}
