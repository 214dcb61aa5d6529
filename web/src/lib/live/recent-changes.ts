import type { Change } from './change'

/** The latest change of each row, for responses that were requested before a message arrived. */
export function createRecentChanges(capacity = 2_000) {
  const latest = new Map<string, Change>()
  let droppedUpTo = 0

  return {
    /** Stores a change. @returns false if a later one of the same row is stored already */
    add(change: Change): boolean {
      const stored = latest.get(change.id)
      if (stored && stored.position > change.position) return false
      latest.delete(change.id)
      latest.set(change.id, change)
      if (latest.size > capacity) {
        const [oldest] = latest.values()
        if (oldest) {
          latest.delete(oldest.id)
          droppedUpTo = Math.max(droppedUpTo, oldest.position)
        }
      }
      return true
    },
    /** @returns the stored changes after a position, in order of position */
    after: (position: number): Change[] =>
      [...latest.values()]
        .filter((change) => change.position > position)
        .sort((a, b) => a.position - b.position),
    /** @returns the highest position of a change that was dropped because of the capacity */
    droppedUpTo: () => droppedUpTo,
    clear(): void {
      latest.clear()
      droppedUpTo = 0
    },
  }
}
