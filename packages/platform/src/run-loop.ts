type LoopOptions = {
  /** The name of the loop in the probes of the process */
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

/**
 * Wakes a loop early. `notify` while nobody waits is remembered for the next `wait`, so a notification between two waits is
 * not lost. The time limit of `wait` is the slow poll that makes lost notifications harmless.
 */
export type WakeSignal = {
  notify(): void
  /** Resolves after `notify`, after `ms`, or when the signal aborts, whichever is first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | undefined

  return {
    notify() {
      isNotified = true
      wake?.()
    },
    wait(ms, signal) {
      if (isNotified || signal?.aborted) {
        isNotified = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', finish)
          wake = undefined
          isNotified = false
          resolve()
        }
        const timer = setTimeout(finish, ms)
        signal?.addEventListener('abort', finish, { once: true })
        wake = finish
      })
    },
  }
}

/** The activity of a loop of this process, for the probes. Times are instants of `performance.now()`. */
type Loop = {
  name: string
  hangsAfterMs: number
  /** Since when it has been in a pass, or was last heard of in it */
  busySince: number | undefined
  failingSince: number | undefined
  failedAt: number
}

/** Told by a loop what it does. */
export type LoopWatch = {
  /** A pass begins; nothing if one has begun already */
  begin(): void
  /** The pass takes long, but goes on */
  progress(): void
  passed(): void
  failed(): void
  /** The loop ended as it was told to */
  close(): void
}

const loops = new Set<Loop>()

/** A loop that failed all the time since then does not do its work, ms: shorter is a failover of Postgres */
const failsAfterMs = 30_000
/** The pauses of loops that matter are shorter, ms: one that waits for longer is not failing now */
const failedLatelyMs = 20_000

/**
 * Watches a loop.
 * @param hangsAfterMs a pass that says nothing for longer hangs, ms
 */
export function watchLoop(name: string, hangsAfterMs: number): LoopWatch {
  const loop: Loop = {
    name,
    hangsAfterMs,
    busySince: undefined,
    failingSince: undefined,
    failedAt: Number.NEGATIVE_INFINITY,
  }
  loops.add(loop)
  return {
    begin() {
      loop.busySince ??= performance.now()
    },
    progress() {
      loop.busySince = performance.now()
      // a projector that failed and now stands by works, although its pass does not end
      loop.failingSince = undefined
    },
    passed() {
      loop.busySince = undefined
      loop.failingSince = undefined
    },
    failed() {
      loop.busySince = undefined
      loop.failedAt = performance.now()
      loop.failingSince ??= loop.failedAt
    },
    close: () => void loops.delete(loop),
  }
}

/** @returns a sentence for each loop that hangs @param now an instant of `performance.now()` */
export function findHangingLoops(now = performance.now()): string[] {
  return [...loops]
    .filter(({ busySince, hangsAfterMs }) => busySince !== undefined && now - busySince > hangsAfterMs)
    .map(({ name, busySince = now }) => `${name} has stood still for ${seconds(now - busySince)}`)
}

/** @returns a sentence for each loop that fails again and again @param now an instant of `performance.now()` */
export function findFailingLoops(now = performance.now()): string[] {
  return [...loops]
    .filter(
      ({ failingSince, failedAt }) =>
        failingSince !== undefined && now - failingSince > failsAfterMs && now - failedAt < failedLatelyMs,
    )
    .map(({ name, failingSince = now }) => `${name} has failed for ${seconds(now - failingSince)}`)
}

const seconds = (ms: number) => `${Math.floor(ms / 1_000)} s`
