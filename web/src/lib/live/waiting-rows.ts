import type { Change, LiveRow } from './change'
import type { Tracking } from './live-rule'

/** So many rows of a list are kept until they are shown; with more, the list is fetched again for them. */
export const maxWaitingRows = 1_000

export type WaitingCache = {
  /** Whether rows that arrive above the first one of a list wait until its reader asks for them. */
  holdsNewRows(key: string): boolean
  /** Shows how many rows of each list wait. */
  showCounts(counts: ReadonlyMap<string, number>): void
}

type ListTracking = Tracking & { as: 'list' }

/** The rows of each list that arrived above its first one and wait, with their latest changes. */
export function createWaitingRows(cache: WaitingCache) {
  const waiting = new Map<string, Map<string, Change>>()

  /** Rows were not kept: those that are can't be shown without them. */
  const isOverfull = (key: string) => (waiting.get(key)?.size ?? 0) > maxWaitingRows

  const showCounts = () => cache.showCounts(new Map([...waiting].map(([key, { size }]) => [key, size])))

  function forget(key: string): void {
    if (waiting.delete(key)) showCounts()
  }

  function keep(key: string, change: Change): void {
    const rows = waiting.get(key) ?? new Map<string, Change>()
    const before = rows.get(change.id)
    if (before ? before.position > change.position : isOverfull(key)) return
    waiting.set(key, rows.set(change.id, change))
    if (!before) showCounts()
  }

  return {
    forget,
    row: (key: string, id: string): LiveRow | undefined => waiting.get(key)?.get(id)?.row ?? undefined,

    /** Keeps the change of a row that the list does not have, if it belongs above the first one and must wait. @returns whether it waits */
    hold(
      key: string,
      change: Change,
      rows: readonly LiveRow[],
      { contains, compare }: ListTracking,
    ): boolean {
      const { row } = change
      const [first] = rows
      const isHeld = cache.holdsNewRows(key) || isOverfull(key)
      if (isHeld && row && first && compare(row, first) < 0 && contains(row, false)) {
        keep(key, change)
        return true
      }
      if (!isOverfull(key) && waiting.get(key)?.delete(change.id)) showCounts()
      return false
    },

    /** @returns the rows of a page, fetched and then changed, that follow those of a list: not listed, and not of those that wait */
    following(
      key: string,
      rows: readonly LiveRow[],
      page: readonly LiveRow[],
      fetched: readonly LiveRow[],
      { compare }: ListTracking,
    ): LiveRow[] {
      const [listed, answered] = [rows, fetched].map((each) => new Set(each.map(({ id }) => id)))
      const [first] = rows
      const waits = (row: LiveRow) =>
        waiting.get(key)?.has(row.id) || (!answered?.has(row.id) && first && compare(row, first) < 0)
      return page.filter((row) => !listed?.has(row.id) && !waits(row))
    },

    /** @returns the changes of the rows, which wait no longer; undefined if not all were kept: those wait for the next answer */
    take(key: string): Change[] | undefined {
      if (isOverfull(key)) return undefined
      const changes = [...(waiting.get(key)?.values() ?? [])]
      forget(key)
      return changes
    },

    clear(): void {
      for (const key of waiting.keys()) forget(key)
    },
  }
}
