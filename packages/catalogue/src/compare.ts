/** The difference between two catalogues, as people read it and as it is stored. */
import type { CataloguePreview } from './api.ts'
import type { Catalogue } from './catalogue.ts'
import { type Fault, faultsOf, unitFaults } from './check.ts'
import type { Column } from './file/cells.ts'
import { rowsOf } from './file/rows.ts'
import { type Rows, type SheetId, sheetIds, sheets } from './file/sheets.ts'
import type { StoredCatalogue } from './read-catalogue.ts'

type Change = CataloguePreview['changes'][number]
type FieldChange = Change['fields'][number]
export type Comparison = Pick<CataloguePreview, 'changes' | 'counts'>
export type Counts = Comparison['counts'][SheetId]

export function compareCatalogues(before: Catalogue, after: Catalogue): Comparison {
  const [rowsBefore, rowsAfter] = [rowsOf(before), rowsOf(after)]
  const names = new Map([...before.parameters, ...after.parameters].map(({ code, name }) => [code, name]))
  const changes: Change[] = []
  const counts = {} as Comparison['counts']
  for (const sheet of sheetIds) {
    const found = compareSheet(sheet, rowsBefore[sheet], rowsAfter[sheet], names)
    changes.push(...found.changes)
    counts[sheet] = found.counts
  }
  return { changes, counts }
}

type Row = Rows[SheetId][number]

function compareSheet(
  sheet: SheetId,
  before: readonly Row[],
  after: readonly Row[],
  names: ReadonlyMap<string, string>,
): { changes: Change[]; counts: Counts } {
  const { columns } = sheets[sheet]
  const earlier = new Map(before.map((row) => [keyOf(row), row]))
  const changes: Change[] = []
  const named = (row: Row) => ({
    key: keyOf(row),
    name: 'name' in row ? row.name : (names.get(row.parameter) ?? ''),
  })
  for (const row of after) {
    const old = earlier.get(keyOf(row))
    earlier.delete(keyOf(row))
    if (!old) changes.push({ sheet, kind: 'added', ...named(row), fields: [] })
    else {
      const fields = columns.flatMap((column) => fieldChange(column, old, row) ?? [])
      if (fields.length > 0) changes.push({ sheet, kind: 'changed', ...named(row), fields })
    }
  }
  for (const row of earlier.values()) changes.push({ sheet, kind: 'ended', ...named(row), fields: [] })
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
  const [added, changed, ended] = [count('added'), count('changed'), count('ended')]
  return { changes, counts: { added, changed, ended, untouched: after.length - added - changed } }
}

function fieldChange({ key, title, kind }: Column, before: Row, after: Row): FieldChange | undefined {
  const cellOf = (row: Readonly<Record<string, unknown>>) => row[key]
  if (cellOf(before) === cellOf(after)) return undefined
  const written = (cell: unknown) => (cell === null ? '' : String(kind.write(cell)))
  const [from, to] = [written(cellOf(before)), written(cellOf(after))]
  return from === to ? undefined : { title, from, to }
}

/** Intervals have no code: one stays the same while it is for the same people and method. */
function keyOf(row: Row): string {
  if (!('parameter' in row)) return row.code
  const { parameter, kind, sex, ageFrom, ageTo, method } = row
  const months = ageTo === null ? `from ${ageFrom ?? 0} months` : `${ageFrom ?? 0} to ${ageTo} months`
  const parts = [
    parameter,
    kind === 'critical' ? 'critical' : (sex ?? 'both'),
    months,
    method,
    row.isActive === false && 'not active',
  ]
  return parts.filter(Boolean).join(', ')
}

/** @returns the first fault that a catalogue has and the stored one does not have, as a sentence */
export function newFault(stored: StoredCatalogue, next: Catalogue): string | undefined {
  const textsOf = (catalogue: Catalogue) =>
    [...unitFaults(catalogue, stored.unitsInUse), ...faultsOf(catalogue)].map((fault) => ({
      about: subjectOf(catalogue, fault),
      text: `${fault.key}: ${fault.text}`,
    }))
  const known = new Set(textsOf(stored.catalogue).map(({ about, text }) => `${about} ${text}`))
  return textsOf(next).find(({ about, text }) => !known.has(`${about} ${text}`))?.text
}

/** Two faults of one kind in two parameters are two faults. */
function subjectOf({ parameters, intervals, items }: Catalogue, { part, index }: Fault): string {
  if (part === 'intervals') return `interval ${JSON.stringify(intervals[index])}`
  return `${part} ${(part === 'items' ? items[index] : parameters[index])?.code}`
}
