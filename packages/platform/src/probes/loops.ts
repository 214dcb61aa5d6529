/** What a loop of this process does, for the probes. Times are instants of `performance.now()`. */
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
