import { backoff } from './retry.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

export type LoopOptions = {
  /** One pass of the loop. @returns true if there may be more to do at once, false to wait for a wake signal or the poll */
  pass: () => Promise<boolean>
  /** Ends the wait early; without one the loop only polls */
  wakeSignal?: WakeSignal
  /** Longest wait between two passes, ms: wake signals are hints and may be lost */
  pollMs: number
  /** Longest pause after failures, ms; the first is about 100 ms, each following one twice as long */
  maxPauseMs?: number
  /** Called with each error of a pass; the loop continues */
  onError: (error: unknown) => void
  /** Ends the loop */
  signal: AbortSignal
}

/** A pass that ran this long before it failed was healthy: the next pause is the shortest again, ms */
const healthyMs = 30_000

/**
 * Runs a pass again and again until the signal aborts. After a pass that found nothing more to do it waits; after a pass
 * that failed it pauses with exponential backoff. Errors of passes never end the loop.
 */
export async function runLoop(options: LoopOptions): Promise<void> {
  const { pass, pollMs, maxPauseMs = 2_000, onError, signal } = options
  const wakeSignal = options.wakeSignal ?? createWakeSignal()
  let failures = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      const hasMore = await pass()
      failures = 0
      if (!hasMore) await wakeSignal.wait(pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      failures = performance.now() - startedAt > healthyMs ? 1 : failures + 1
      onError(error)
      await pause(backoff(failures, { maxMs: maxPauseMs }), signal)
    }
  }
}

/** Waits `ms`, or until the signal aborts. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return createWakeSignal().wait(ms, signal)
}
