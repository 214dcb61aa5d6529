import type { Change, LiveRow } from './change'

export type ListRule = {
  belongs: (row: LiveRow) => boolean
  /** The list holds its first page only: a row that sorts after its last one is none of its business */
  partial: boolean
}

/**
 * A list, newest first, with one change applied. The same array comes back where nothing is to be done:
 * an older row never replaces a newer one, whatever order messages and answers arrive in.
 */
export function applyChange(rows: readonly LiveRow[], change: Change, rule: ListRule): readonly LiveRow[] {
  const shown = rows.findIndex((row) => row.id === change.id)
  const present = rows[shown]
  if (present && present.position > change.position) return rows

  const next = change.row
  if (!next || !rule.belongs(next)) return present ? rows.toSpliced(shown, 1) : rows
  if (present && timeOf(present) === timeOf(next)) return rows.with(shown, next)

  const others = present ? rows.toSpliced(shown, 1) : rows
  const place = others.findIndex((row) => newerFirst(next, row) < 0)
  if (place >= 0) return others.toSpliced(place, 0, next)
  return rule.partial ? others : [...others, next]
}

function newerFirst(a: LiveRow, b: LiveRow): number {
  if (timeOf(a) !== timeOf(b)) return timeOf(a) > timeOf(b) ? -1 : 1
  return a.id > b.id ? -1 : 1
}

function timeOf(row: LiveRow): string {
  return 'at' in row ? row.at : row.createdAt
}
