import type { ApiResponse } from '../http/call'
import { applyChange, findRow } from './apply-change'
import type { Change, LiveRow } from './change'
import type { Tracking } from './live-rule'
import type { createRecentChanges } from './recent-changes'
import { createWaitingRows } from './waiting-rows'

type ListTracking = Tracking & { as: 'list' }

type TrackedList = {
  tracking: ListTracking
  /** Rows below the last one are not loaded */
  isPartial: boolean
  /** Rows above the first one were dropped */
  isCut: boolean
  loadedRows: number
}

type Rows = readonly LiveRow[]

export type ListCache = {
  read(key: string): unknown
  write(key: string, data: unknown): void
  /** Shows at once what was written. */
  showNow(): void
  /** Whether a screen has what `read` returns: it must then not be changed itself. */
  isShown(key: string): boolean
  /** Whether rows that arrive above the first row of a list wait until the reader asks for them. */
  holdsNew(key: string): boolean
  /** Shows how many rows of a list wait. */
  showWaiting(key: string, count: number): void
}

/** The lists that changes are applied to: of each a part is loaded, rows that follow one another. */
export function createTrackedLists(cache: ListCache, recentChanges: ReturnType<typeof createRecentChanges>) {
  const lists = new Map<string, TrackedList>()
  const waiting = createWaitingRows(cache.showWaiting)

  /** @returns the rows of a response with the changes since its position */
  function withRecentChanges(rows: Rows, position: number, list: TrackedList): Rows {
    const { tracking, isPartial, isCut } = list
    return recentChanges
      .after(position)
      .filter((change) => change.kind === tracking.kind)
      .reduce<Rows>(
        (result, change) => applyChange(result, change, { ...tracking, isPartial, isCut }, true),
        [...rows],
      )
  }

  /** @returns the row as it was before */
  function apply(key: string, change: Change): LiveRow | undefined {
    const list = lists.get(key)
    const rows = cache.read(key) as Rows | undefined
    if (!list || list.tracking.kind !== change.kind || !rows) return undefined
    const { tracking, isPartial } = list
    const [first] = rows
    const before = findRow(rows, change.id)
    const isCut = list.isCut || cache.holdsNew(key)
    const next = applyChange(rows, change, { ...tracking, isPartial, isCut }, !cache.isShown(key))
    if (next !== rows) cache.write(key, next)
    const { row } = change
    const isAbove = isCut && row && first && tracking.contains(row, false) && tracking.compare(row, first) < 0
    const known = before ?? waiting.row(key, change.id)
    waiting.note(key, change, Boolean(isAbove) && !findRow(next, change.id))
    return known
  }

  /** Adds a page with the changes since its position, above or below the loaded rows. */
  function add(key: string, page: ApiResponse<unknown>, side: 'start' | 'end', isLast: boolean): boolean {
    const list = lists.get(key)
    const rows = cache.read(key) as Rows | undefined
    if (!list || !rows) return false
    const { compare } = list.tracking
    const data = page.data as Rows
    const outer = side === 'end' ? { isPartial: !isLast } : { isCut: !isLast }
    const changed = withRecentChanges(data, page.position ?? 0, {
      ...list,
      ...(side === 'end' ? { isCut: false } : { isPartial: false }),
      ...outer,
    })
    const [listed, answered] = [idsOf(rows), idsOf(data)]
    // a change can be of a row on the other side of the loaded ones
    const fits = (row: LiveRow) => {
      if (answered.has(row.id)) return true
      const neighbour = side === 'end' ? rows.at(-1) : rows[0]
      return !neighbour || (side === 'end' ? compare(neighbour, row) : compare(row, neighbour)) < 0
    }
    const added = changed.filter((row) => !listed.has(row.id) && fits(row))
    const next = side === 'end' ? [...rows, ...added] : [...added, ...rows]
    lists.set(key, { ...list, ...outer, loadedRows: next.length })
    if (side === 'start' && isLast) waiting.forget(key)
    cache.write(key, next)
    return true
  }

  return {
    keys: () => lists.keys(),
    has: (key: string) => lists.has(key),
    apply,
    add,
    waiting,

    /** A list was fetched. @returns its rows with the changes since */
    accept(key: string, tracking: ListTracking, response: ApiResponse<unknown>): Rows {
      const rows = response.data as Rows
      const isPartial = response.next !== undefined || rows.length >= tracking.limit
      const { isCut = false } = response
      const list = { tracking, isPartial, isCut, loadedRows: rows.length }
      lists.set(key, list)
      if (!isCut) waiting.forget(key)
      return withRecentChanges(rows, response.position ?? 0, list)
    },

    /** Number of rows that changes have added since it was fetched */
    growth(key: string): number {
      return ((cache.read(key) as Rows | undefined)?.length ?? 0) - (lists.get(key)?.loadedRows ?? 0)
    },

    /** Drops the rows up to this one from the start of a list, or those that follow it from its end. */
    cut(key: string, side: 'start' | 'end', row: LiveRow | undefined): void {
      const list = lists.get(key)
      const rows = cache.read(key) as Rows | undefined
      if (!list || !rows || !row) return
      const kept = rows.filter((each) => list.tracking.compare(each, row) > 0 === (side === 'start'))
      const change = side === 'start' ? { isCut: true } : { isPartial: true }
      lists.set(key, { ...list, ...change, loadedRows: kept.length })
      cache.write(key, kept)
    },

    /** Whether a row comes before another one in the list. */
    isBefore(key: string, row: LiveRow | undefined, other: LiveRow | undefined): boolean {
      return (
        row !== undefined && other !== undefined && (lists.get(key)?.tracking.compare(row, other) ?? 0) < 0
      )
    },

    /** Adds the rows that wait. @returns false if the list must be fetched again for them */
    showWaiting(key: string): boolean {
      if (lists.get(key)?.isCut) return false
      const changes = waiting.take(key)
      for (const change of changes ?? []) apply(key, change)
      if (changes?.length) cache.showNow()
      return changes !== undefined
    },

    forget(key: string): void {
      lists.delete(key)
      waiting.forget(key)
    },
    clear(): void {
      lists.clear()
      waiting.clear()
    },
  }
}

function idsOf(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}
