import type { Change, LiveRow } from './change'

export type ListRule = {
  /** Whether the list shows such a row (tab, filters, status) */
  contains: (row: LiveRow) => boolean
  /** Only the first pages of the list are loaded: a row that sorts after the last one is ignored */
  isPartial: boolean
}

/**
 * Applies one change to a list that is sorted newest first. Returns the same array if nothing changes: an older version of a row
 * never replaces a newer one, in whatever order messages and responses arrive.
 */
export function applyChange(rows: readonly LiveRow[], change: Change, rule: ListRule): readonly LiveRow[] {
  const index = rows.findIndex((row) => row.id === change.id)
  const current = rows[index]
  if (current && current.position > change.position) return rows

  const next = change.row
  if (!next || !rule.contains(next)) return current ? rows.toSpliced(index, 1) : rows
  if (current && timeOf(current) === timeOf(next)) return rows.with(index, next)

  const others = current ? rows.toSpliced(index, 1) : rows
  const insertAt = others.findIndex((row) => compareNewestFirst(next, row) < 0)
  if (insertAt >= 0) return others.toSpliced(insertAt, 0, next)
  return rule.isPartial ? others : [...others, next]
}

function compareNewestFirst(a: LiveRow, b: LiveRow): number {
  if (timeOf(a) !== timeOf(b)) return timeOf(a) > timeOf(b) ? -1 : 1
  return a.id > b.id ? -1 : 1
}

function timeOf(row: LiveRow): string {
  return 'at' in row ? row.at : row.createdAt
}
