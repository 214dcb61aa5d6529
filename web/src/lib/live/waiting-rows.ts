import type { Change, LiveRow } from './change'

/** So many rows of a list are kept until they are shown; with more, the list is fetched again. */
export const maxWaitingRows = 1_000

/**
 * The rows of each list that arrived above its first one while the reader was below it.
 * @param show gets the new number of them
 */
export function createWaitingRows(show: (key: string, count: number) => void) {
  const waiting = new Map<string, Map<string, Change>>()

  const count = (key: string) => waiting.get(key)?.size ?? 0

  function forget(key: string): void {
    if (waiting.delete(key)) show(key, 0)
  }

  return {
    count,
    forget,
    row: (key: string, id: string): LiveRow | undefined => waiting.get(key)?.get(id)?.row ?? undefined,
    /** @param waits whether the changed row belongs above the first one; an older change has no effect */
    note(key: string, change: Change, waits: boolean): void {
      const rows = waiting.get(key) ?? new Map<string, Change>()
      const before = rows.get(change.id)
      if (!before && (!waits || rows.size > maxWaitingRows)) return
      if (before && before.position > change.position) return
      if (waits) rows.set(change.id, change)
      else rows.delete(change.id)
      waiting.set(key, rows)
      if (!(before && waits)) show(key, rows.size)
    },
    /** Forgets them. @returns undefined if not all of them were kept */
    take(key: string): Change[] | undefined {
      const changes = [...(waiting.get(key)?.values() ?? [])]
      forget(key)
      return changes.length > maxWaitingRows ? undefined : changes
    },
    clear: () => waiting.clear(),
  }
}
