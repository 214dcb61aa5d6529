import type { Change, LiveRow } from './change'

export type ListRule = {
  /** Whether the list shows such a row (tab, filters, status). @param isListed it shows the row before the change */
  contains: (row: LiveRow, isListed: boolean) => boolean
  /** The order of the list: negative if the first row comes first, 0 only for rows with the same id at the same place */
  compare: (a: LiveRow, b: LiveRow) => number
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
 * Applies one change to a list that is in the order of its rule. Returns the same array if nothing changes: an older version of a row
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

  const row = change.row && current ? withKnown(change.row, current) : change.row
  const next = row && rule.contains(row, current !== undefined) ? row : undefined
  if (!current && (!next || (rule.isPartial && sortsAfterAll(next, rows, rule)))) return rows

  const result = inPlace ? (rows as LiveRow[]) : [...rows]
  // The index moves to the new list: nobody changes the old one any more.
  rowsById.delete(rows)
  rowsById.set(result, byId)
  if (current) {
    const place = placeOf(current, result, rule)
    if (next && rule.compare(current, next) === 0) {
      result[place] = next
      byId.set(next.id, next)
      return result
    }
    result.splice(place, 1)
    byId.delete(current.id)
  }
  if (next && !(rule.isPartial && sortsAfterAll(next, result, rule))) {
    result.splice(placeFor(next, result, rule), 0, next)
    byId.set(next.id, next)
  }
  return result
}

function sortsAfterAll(row: LiveRow, rows: readonly LiveRow[], rule: ListRule): boolean {
  return placeFor(row, rows, rule) === rows.length
}

/** @returns the place of a row that the list has */
function placeOf(row: LiveRow, rows: readonly LiveRow[], rule: ListRule): number {
  const place = placeFor(row, rows, rule)
  // the API may order rows of the same instant otherwise
  return rows[place] === row ? place : rows.indexOf(row)
}

/** @returns the place at which a row belongs, by binary search: before the first row that does not come before it */
function placeFor(row: LiveRow, rows: readonly LiveRow[], { compare }: ListRule): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = rows[middle]
    if (at && compare(at, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The order of most lists. */
export function compareNewestFirst(a: LiveRow, b: LiveRow): number {
  return compareTexts(timeOf(b), timeOf(a)) || compareTexts(b.id, a.id)
}

/** @returns negative if the first one comes first, by code units */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function timeOf(row: LiveRow): string {
  return 'at' in row ? row.at : row.createdAt
}

/** Fields of a booking that pushes and answers to commands leave out, or leave out for a lab: no change of it has another value */
const ofVisit = ['area', 'tubeCount'] as const
const ofPerson = [
  'patientName',
  'contactNumber',
  'familyMember',
  'specialInstructions',
  'paymentReference',
] as const

/**
 * A changed row with what only the API's answers say, as it was known before. A lab keeps what it knew of a person for as long as it works
 * for them.
 */
function withKnown(next: LiveRow, known: LiveRow): LiveRow {
  if (!('visitId' in next) || !('visitId' in known)) return next
  const isLeft = next.status === 'cancelled' || next.labPartnerId !== known.labPartnerId
  // for a cancelled booking, a missing number says that nobody comes
  const isCounted = next.status !== 'cancelled' && next.visitId !== null && next.visitId === known.visitId
  const fields = [...ofVisit, ...(isCounted ? (['visitSize'] as const) : []), ...(isLeft ? [] : ofPerson)]
  const missing = fields.filter((field) => next[field] == null && known[field] != null)
  if (missing.length === 0) return next
  return { ...next, ...Object.fromEntries(missing.map((field) => [field, known[field]])) }
}
