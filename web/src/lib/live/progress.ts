/**
 * How far each shown answer reaches in the log. `resume` gives the least of them: what the gateway must send
 * after. Phases of a connection:
 *
 * 1. asked — `after` went out with the connect; missed rows come in, but nothing moves yet, for they may
 *    come in any number and the connection may die half-way.
 * 2. caught up — every answer that reached `after` is now whole up to the position told, and moves on with
 *    every message. An answer that reaches less (it was under way while we connected) is behind: a gap
 *    that no message closes. It does not move, and must be fetched again.
 */
export type Progress = {
  /** An answer has come. True: it is behind, fetch it again. */
  answered(key: string, position: number): boolean
  forget(key: string): void
  /** A connect is under way. @returns `after` */
  asked(): number
  /** @returns the answers that are behind */
  caughtUp(position: number): string[]
  moved(position: number): void
  /** After start-over: no answer counts any more, all that come from here on are whole */
  restart(): void
  after(): number
}

export function createProgress(): Progress {
  const reached = new Map<string, number>()
  let phase: 'asked' | 'caught-up' = 'asked'
  /** Nothing after this position was missed */
  let since = 0
  let now = 0

  const after = () => (reached.size ? Math.min(...reached.values()) : 0)

  function raise(position: number): void {
    now = Math.max(now, position)
    for (const [key, at] of reached) if (at >= since) reached.set(key, Math.max(at, now))
  }

  return {
    answered(key, position) {
      const whole = phase === 'caught-up' && position >= since
      reached.set(key, whole ? Math.max(position, now) : position)
      return phase === 'caught-up' && !whole
    },
    forget: (key) => void reached.delete(key),
    asked() {
      phase = 'asked'
      since = after()
      return since
    },
    caughtUp(position) {
      // Without an `after` nothing was sent: what is whole begins at the position told.
      if (since === 0) since = position
      phase = 'caught-up'
      raise(position)
      return [...reached].filter(([, at]) => at < since).map(([key]) => key)
    },
    moved(position) {
      // One event can change several rows (a rename): until a later position comes, more of this one may follow.
      if (phase === 'caught-up') raise(position - 1)
    },
    restart() {
      reached.clear()
      phase = 'caught-up'
      since = 0
      now = 0
    },
    after,
  }
}
