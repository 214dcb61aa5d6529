import { watchLoop } from './probes/loops.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

type LoopOptions = {
  /** What the probes of the process call it */
  name: string
  /**
   * One pass of the loop. One that takes long by its nature calls `progress` now and then.
   * @returns true if there may be more to do at once, false to wait for a wake signal or the poll
   */
  pass: (progress: () => void) => Promise<boolean>
  /** A pass that neither ends nor calls `progress` for longer hangs, and `/live` says so, ms; default 5 minutes */
  hangsAfterMs?: number
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

/** Longer than the statements of a pass may take together: the client gives each up after 15 s */
const defaultHangsAfterMs = 300_000

/**
 * Runs a pass again and again until the signal aborts. After a pass that found nothing more to do it waits; after a pass
 * that failed it pauses with exponential backoff. Errors of passes never end the loop.
 */
export async function runLoop(options: LoopOptions): Promise<void> {
  const { name, pass, pollMs, maxPauseMs = 2_000, onError, signal } = options
  const wakeSignal = options.wakeSignal ?? createWakeSignal()
  const watch = watchLoop(name, options.hangsAfterMs ?? defaultHangsAfterMs)
  let failures = 0
  try {
    while (!signal.aborted) {
      const startedAt = performance.now()
      watch.begin()
      try {
        const hasMore = await pass(watch.progress)
        watch.passed()
        failures = 0
        if (!hasMore) await wakeSignal.wait(pollMs, signal)
      } catch (error) {
        if (signal.aborted) return
        watch.failed()
        failures = performance.now() - startedAt > healthyMs ? 1 : failures + 1
        onError(error)
        await pause(backoff(failures, { maxMs: maxPauseMs }), signal)
      }
    }
  } finally {
    watch.close()
  }
}

/** Waits `ms`, or until the signal aborts. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return createWakeSignal().wait(ms, signal)
}

/** How often an operation is attempted, and the pauses between the attempts: `baseMs`, doubled each time up to `maxMs`. */
export type RetryPolicy = { attempts: number; baseMs: number; maxMs: number }

type Pauses = { baseMs?: number; maxMs?: number; random?: () => number }

/**
 * Exponential backoff with jitter: between half of the pause and all of it, so that callers that failed together do not
 * return together.
 * @param failures number of failures so far (1, 2, 3 …)
 * @returns ms to wait before the next attempt
 */
export function backoff(
  failures: number,
  { baseMs = 100, maxMs = 10_000, random = Math.random }: Pauses = {},
): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** (failures - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random())
}
