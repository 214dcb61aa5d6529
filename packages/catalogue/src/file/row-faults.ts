/** What is wrong in a row of a file that the catalogue would not show: cells that say something which nothing keeps. */
import type { IntervalRow } from './sheets/intervals.ts'
import type { ParameterRow } from './sheets/parameters.ts'
import type { Rows, SheetId } from './sheets.ts'

export type RowFault = { sheet: SheetId; index: number; key: string; text: string }

/** @param codes of the parameters that the file describes, and of those that stay */
export function rowFaults(rows: Partial<Rows>, codes: ReadonlySet<string>): RowFault[] {
  const placed = (sheet: SheetId, index: number) => (fault: readonly [key: string, text: string]) => ({
    sheet,
    index,
    key: fault[0],
    text: fault[1],
  })
  return [
    ...(rows.parameters ?? []).flatMap((row, index) => ofStability(row).map(placed('parameters', index))),
    ...(rows.intervals ?? []).flatMap((row, index) =>
      row.kind === 'critical' ? ofCritical(row, codes).map(placed('intervals', index)) : [],
    ),
  ]
}

type Fault = readonly [key: string, text: string]

function ofStability({ stableIn, stableHours, stableMin, stableMax, stableSource }: ParameterRow): Fault[] {
  const isAny = [stableIn, stableHours, stableMin, stableMax, stableSource].some((cell) => cell !== null)
  if (!isAny) return []
  if (stableIn === null)
    return [['stableIn', 'The columns on stability need the container that they are about.']]
  if (stableHours === null) return [['stableHours', 'The columns on stability need the hours.']]
  if (stableMin !== null && stableMax !== null && stableMin >= stableMax)
    return [['stableMax', 'The warmest temperature is not above the coldest.']]
  return []
}

/** Critical limits are for both sexes, any method and some ages: those of adults are in the row of the parameter. */
function ofCritical(row: IntervalRow, codes: ReadonlySet<string>): Fault[] {
  if (!codes.has(row.parameter)) return [['parameter', `There is no parameter ${row.parameter}.`]]
  if (row.sex !== null && row.sex !== 'both') return [['sex', 'Critical limits are for both sexes.']]
  if (row.method !== null) return [['method', 'Critical limits are for any method.']]
  if (row.expected !== null)
    return [['expected', 'Critical results of a choice are in the row of the parameter.']]
  if (row.isActive === false) return [['isActive', 'Critical limits always apply: leave the row out.']]
  if (row.ageTo === null)
    return [['ageTo', 'Enter the age at the end: the limits of adults are in the row of the parameter.']]
  return []
}
