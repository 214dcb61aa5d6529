/**
 * Up to which position of the log each cached response is complete. The lowest of them is the `after` of the next connection: the
 * gateway then sends all later changes. Phases of a connection:
 *
 * 1. connecting: `after` was sent. Missed changes arrive, but no position advances: there may be many of them, and the connection
 *    can fail before they are all here.
 * 2. caught up: every response that reached `after` is now complete up to the position of the message `caught-up`, and advances
 *    with every message. A response that reaches less (it was requested before the connection) has a gap that no message closes: it
 *    is behind, does not advance, and must be fetched again.
 */
export function createCachePositions() {
  const positions = new Map<string, number>()
  let phase: 'connecting' | 'caught-up' = 'connecting'
  /** No change after this position was missed. */
  let completeSince = 0
  let latest = 0

  const lowest = () => (positions.size ? Math.min(...positions.values()) : 0)

  function raise(position: number): void {
    latest = Math.max(latest, position)
    for (const [key, at] of positions) if (at >= completeSince) positions.set(key, Math.max(at, latest))
  }

  return {
    /** A response has arrived. @returns true if it is behind and must be fetched again */
    set(key: string, position: number): boolean {
      const isComplete = phase === 'caught-up' && position >= completeSince
      positions.set(key, isComplete ? Math.max(position, latest) : position)
      return phase === 'caught-up' && !isComplete
    },
    remove: (key: string) => void positions.delete(key),
    /** A connection starts. @returns `after` */
    startConnecting(): number {
      phase = 'connecting'
      completeSince = lowest()
      return completeSince
    },
    /** @returns the keys that are behind */
    setCaughtUp(position: number): string[] {
      // Without `after` the gateway sent no missed changes: completeness begins at this position.
      if (completeSince === 0) completeSince = position
      phase = 'caught-up'
      raise(position)
      return [...positions].filter(([, at]) => at < completeSince).map(([key]) => key)
    },
    /** A message has arrived. */
    advance(position: number): void {
      // One event can change several rows (a rename): until a higher position arrives, more rows of this one can follow.
      if (phase === 'caught-up') raise(position - 1)
    },
    /** After `start-over`: forgets every response; those that arrive from now on are complete. */
    reset(): void {
      positions.clear()
      phase = 'caught-up'
      completeSince = 0
      latest = 0
    },
    lowest,
  }
}
