/** A dry run: what a file would change. Runs in a worker thread (`worker.ts`): reading a large workbook takes a second or two. */
import { type Catalogue, testsByCode } from '../catalogue.ts'
import { type Fault, faultsOf, type UnitsInUse, unitFaults } from '../check.ts'
import { type Comparison, compareCatalogues } from '../compare.ts'
import { cellName } from './cells.ts'
import { readFile } from './read-file.ts'
import { type Places, type Problem, readGrids } from './read-grid.ts'
import { catalogueOf, rowsOf } from './rows.ts'
import { type IntervalRow, type ParameterRow, type Rows, type SheetId, sheetIds, sheets } from './sheets.ts'

/**
 * @property problems nothing is applied while there are any
 * @property after the catalogue that the file describes
 * @property pdfOnly names of tests that measure nothing, so that their report is a PDF
 */
export type Inspection = { problems: Problem[]; after: Catalogue; comparison: Comparison; pdfOnly: string[] }

/** @property unitsInUse of the parameters that have results: another unit would change what these say */
export type Present = { catalogue: Catalogue; unitsInUse: UnitsInUse }

/** @throws UnreadableFile */
export async function inspectFile(
  name: string,
  bytes: Uint8Array,
  { catalogue: before, unitsInUse }: Present,
): Promise<Inspection> {
  const { grids, problems: odd } = await readFile(name, bytes)
  const { rows: read, places, problems } = readGrids(grids)
  const rows = withKeptColumns(read, rowsOf(before), places)
  const after = catalogueOf(rows, before)
  const codes = new Set(after.parameters.map(({ code }) => code))
  const faults = [
    ...rowFaults(rows, codes).map((fault) => problemAt(fault, places)),
    ...[...faultsOf(after), ...unitFaults(after, unitsInUse)].map((fault) =>
      placed(fault, after, rows, places),
    ),
  ]
  const cellOf = ({ sheet, cell }: Problem) => `${sheet} ${cell}`
  const rowOf = ({ sheet, cell }: Problem) => `${sheet} ${cell?.replace(/[A-Z]+/, '')}`
  // a value that could not be read is missing in its row, which is no second problem
  const known = new Set([...odd, ...problems].map(cellOf))
  const unreadable = new Set(problems.map(rowOf))
  const further = faults.filter((fault) => !known.has(cellOf(fault)) && !unreadable.has(rowOf(fault)))
  const tests = [...testsByCode(after.items).values()]
  return {
    problems: inOrder([...odd, ...problems, ...summed(further, places)]),
    after,
    comparison: compareCatalogues(before, after),
    pdfOnly: tests.filter(({ parameters }) => parameters.length === 0).map((test) => test.name),
  }
}

/**
 * Sums up the faults of rows in sheets that the file does not have. They come from a file with a few rows of another sheet, whose other rows
 * it would end.
 */
function summed(faults: readonly Problem[], places: Places): Problem[] {
  const absent = sheetIds.filter((id) => !places[id]).map((id) => sheets[id].title)
  return absent.reduce<Problem[]>(
    (rest, sheet) => {
      const [first, ...others] = rest.filter((problem) => problem.sheet === sheet)
      if (!first || others.length === 0) return rest
      const text = `The file has no such sheet, and ${others.length + 1} rows of the stored one no longer fit, such as “${first.text}” Each sheet of a file is the whole list of its kind: export the catalogue, and change the export.`
      return [...rest.filter((problem) => problem.sheet !== sheet), { sheet, cell: null, text }]
    },
    [...faults],
  )
}

/** @returns the fault at its cell; on the whole sheet if the row is not in the file */
function placed(fault: Fault, after: Catalogue, rows: Partial<Rows>, places: Places): Problem {
  const { sheet, index } = rowOf(fault, after, rows)
  const { key, text } = fault
  if (places[sheet]?.[index]) return problemAt({ sheet, index, key, text }, places)
  const row = after[fault.part === 'critical' ? 'parameters' : fault.part][fault.index]
  const name = row && ('parameter' in row ? row.parameter : row.name || row.code)
  return { sheet: sheets[sheet].title, cell: null, text: `${name}: ${text}` }
}

function problemAt({ sheet, index, key, text }: RowFault, places: Places): Problem {
  const at = places[sheet]?.[index]
  const cell = at ? cellName(at.columns.get(key) ?? at.columns.get('code') ?? 0, at.row) : null
  return { sheet: sheets[sheet].title, cell, text }
}

/** A column that a sheet lacks keeps what it said of the same codes: only an empty cell clears. */
function withKeptColumns(rows: Partial<Rows>, before: Rows, places: Places): Partial<Rows> {
  const kept = (['parameters', 'tests', 'packages'] as const).map((sheet) => {
    const known = new Map(before[sheet].map((row) => [row.code, row]))
    return [
      sheet,
      rows[sheet]?.map((row, n) => {
        const columns = places[sheet]?.[n]?.columns
        const missing = Object.entries(known.get(row.code) ?? {}).filter(([key]) => !columns?.has(key))
        return { ...row, ...Object.fromEntries(missing) }
      }),
    ]
  })
  return { ...rows, ...Object.fromEntries(kept) }
}

/** @returns where the row of a fault is among the rows that were read; index -1: nowhere */
function rowOf(
  { part, index }: Fault,
  { parameters, items }: Catalogue,
  { intervals = [] }: Partial<Rows>,
): { sheet: SheetId; index: number } {
  if (part === 'parameters') return { sheet: 'parameters', index }
  if (part === 'intervals') {
    const places = [...intervals.keys()].filter((place) => intervals[place]?.kind !== 'critical')
    return { sheet: 'intervals', index: places[index] ?? -1 }
  }
  if (part === 'critical') {
    const code = parameters[index]?.code
    const isOfCode = (row: IntervalRow) => row.kind === 'critical' && row.parameter === code
    return { sheet: 'intervals', index: intervals.findLastIndex(isOfCode) }
  }
  const kind = items[index]?.kind
  const before = items.slice(0, index).filter((item) => item.kind === kind)
  return { sheet: kind === 'package' ? 'packages' : 'tests', index: before.length }
}

/** By sheet as in the file, then by row and column. */
function inOrder(problems: Problem[]): Problem[] {
  const rank = ({ cell }: Problem) => {
    const [, letters = '', row = '0'] = /^([A-Z]+)(\d+)$/.exec(cell ?? '') ?? []
    return Number(row) * 1_000 + [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  }
  const order = Object.values(sheets).map(({ title }) => title)
  return problems.toSorted((a, b) => order.indexOf(a.sheet) - order.indexOf(b.sheet) || rank(a) - rank(b))
}

type RowFault = { sheet: SheetId; index: number; key: string; text: string }
type CellFault = readonly [key: string, text: string]

/**
 * Finds faults in rows that the catalogue would not show: cells with values that nothing would keep.
 * @param codes of the parameters that the file describes, and of those that stay
 */
function rowFaults(
  { parameters = [], intervals = [] }: Partial<Rows>,
  codes: ReadonlySet<string>,
): RowFault[] {
  const faultsIn = <Row>(sheet: SheetId, rows: readonly Row[], faultsOf: (row: Row) => CellFault[]) =>
    rows.flatMap((row, index) => faultsOf(row).map(([key, text]) => ({ sheet, index, key, text })))
  return [
    ...faultsIn('parameters', parameters, stabilityFaults),
    ...faultsIn('intervals', intervals, (row) => (row.kind === 'critical' ? criticalFaults(row, codes) : [])),
  ]
}

function stabilityFaults(row: ParameterRow): CellFault[] {
  const { stableIn, stableHours, stableMin, stableMax, stableSource } = row
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
function criticalFaults(row: IntervalRow, codes: ReadonlySet<string>): CellFault[] {
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
