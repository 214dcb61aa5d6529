import type { Change, LiveRow } from './change'

export type ListRule = {
  /** Whether the list shows such a row (tab, filters, status) */
  contains: (row: LiveRow) => boolean
  /** Only the first pages of the list are loaded: a row that sorts after the last one is ignored */
  isPartial: boolean
}

/** The rows of each list by id. A list of 100,000 rows is not searched for each of 300 changes a second. */
const rowsById = new WeakMap<readonly LiveRow[], Map<string, LiveRow>>()

export function findRow(rows: readonly LiveRow[], id: string): LiveRow | undefined {
  return indexOf(rows).get(id)
}

function indexOf(rows: readonly LiveRow[]): Map<string, LiveRow> {
  let index = rowsById.get(rows)
  if (!index) {
    index = new Map(rows.map((row) => [row.id, row]))
    rowsById.set(rows, index)
  }
  return index
}

/**
 * Applies one change to a list that is sorted newest first. Returns the same array if nothing changes: an older version of a row
 * never replaces a newer one, in whatever order messages and responses arrive.
 *
 * @param inPlace no screen has the array, so that it may be changed itself and returned
 */
export function applyChange(
  rows: readonly LiveRow[],
  change: Change,
  rule: ListRule,
  inPlace = false,
): readonly LiveRow[] {
  const byId = indexOf(rows)
  const current = byId.get(change.id)
  if (current && current.position > change.position) return rows

  const next = change.row && rule.contains(change.row) ? change.row : undefined
  if (!current && (!next || (rule.isPartial && sortsAfterAll(next, rows)))) return rows

  const result = inPlace ? (rows as LiveRow[]) : [...rows]
  // The index moves to the new list: nobody changes the old one any more.
  rowsById.delete(rows)
  rowsById.set(result, byId)
  if (current) {
    const place = placeOf(current, result)
    if (next && timeOf(current) === timeOf(next)) {
      result[place] = next
      byId.set(next.id, next)
      return result
    }
    result.splice(place, 1)
    byId.delete(current.id)
  }
  if (next && !(rule.isPartial && sortsAfterAll(next, result))) {
    result.splice(placeFor(next, result), 0, next)
    byId.set(next.id, next)
  }
  return result
}

function sortsAfterAll(row: LiveRow, rows: readonly LiveRow[]): boolean {
  return placeFor(row, rows) === rows.length
}

/** @returns the place of a row that the list has */
function placeOf(row: LiveRow, rows: readonly LiveRow[]): number {
  for (let place = firstNotNewer(row, rows); place < rows.length; place += 1) {
    const at = rows[place]
    if (at === row) return place
    if (!at || timeOf(at) !== timeOf(row)) break
  }
  return rows.indexOf(row)
}

/** @returns the place at which a row belongs: before the first row that sorts after it */
function placeFor(row: LiveRow, rows: readonly LiveRow[]): number {
  let place = firstNotNewer(row, rows)
  for (let at = rows[place]; at && compareNewestFirst(row, at) > 0; at = rows[place]) place += 1
  return place
}

/** @returns the place of the first row that is not newer, by binary search */
function firstNotNewer(row: LiveRow, rows: readonly LiveRow[]): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = rows[middle]
    if (at && timeOf(at) > timeOf(row)) low = middle + 1
    else high = middle
  }
  return low
}

function compareNewestFirst(a: LiveRow, b: LiveRow): number {
  if (timeOf(a) !== timeOf(b)) return timeOf(a) > timeOf(b) ? -1 : 1
  return a.id > b.id ? -1 : 1
}

function timeOf(row: LiveRow): string {
  return 'at' in row ? row.at : row.createdAt
}
