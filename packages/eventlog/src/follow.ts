import { setTimeout } from 'node:timers/promises'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import { type Queryable, readLogInOrder } from './read.ts'

export type FollowOptions = {
  db: Queryable
  /** Position of the last event that the reader has */
  after: number
  /** Rung when something may have been appended */
  wakeSignal: WakeSignal
  signal: AbortSignal
  /** Events a batch, 1,000 unless told */
  limit?: number
  /** Longest time without a look, ms: notifications are hints and can be lost */
  pollEvery?: number
}

/**
 * Reads the log forward from a position and goes on for ever: each event once, in order. Waits through the absence of
 * Postgres. Ends when the signal aborts. @throws LogGapError
 */
export async function* followLog(options: FollowOptions): AsyncGenerator<Recorded[], void, undefined> {
  const { db, wakeSignal, signal, limit = 1_000, pollEvery = 1_000 } = options
  let after = options.after
  let failures = 0
  while (!signal.aborted) {
    let events: Recorded[]
    try {
      events = await readLogInOrder(db, after, limit)
      failures = 0
    } catch (error) {
      if (!isTransient(error)) throw error
      failures += 1
      await setTimeout(backoff(failures, { maxMs: 2_000 }), undefined, { signal }).catch(() => {})
      continue
    }
    if (events.length > 0) {
      yield events
      after += events.length
    }
    if (events.length < limit) await wakeSignal.wait(pollEvery, signal)
  }
}
