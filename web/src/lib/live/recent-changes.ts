import type { Change } from './change'

/** The latest change of each row, so that an answer which was under way when a message came can be mended. */
export type RecentChanges = {
  /** Remembers a change. False: a later one of the same row is known already. */
  accept(change: Change): boolean
  /** The remembered changes after a position, in order of position */
  since(position: number): Change[]
  /** Everything up to here may have been forgotten */
  forgotten(): number
  clear(): void
}

export function createRecentChanges(capacity = 2_000): RecentChanges {
  const latest = new Map<string, Change>()
  let forgotten = 0

  return {
    accept(change) {
      const known = latest.get(change.id)
      if (known && known.position > change.position) return false
      latest.delete(change.id)
      latest.set(change.id, change)
      if (latest.size > capacity) {
        const [oldest] = latest.values()
        if (oldest) {
          latest.delete(oldest.id)
          forgotten = Math.max(forgotten, oldest.position)
        }
      }
      return true
    },
    since: (position) =>
      [...latest.values()]
        .filter((change) => change.position > position)
        .sort((a, b) => a.position - b.position),
    forgotten: () => forgotten,
    clear() {
      latest.clear()
      forgotten = 0
    },
  }
}
