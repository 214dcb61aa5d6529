import { AsyncLocalStorage } from 'node:async_hooks'

/** There is too much to do at this moment. Nothing was begun: try again a little later. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/**
 * Until when a request may wait, in all: for room in gates, for connections, and until its append is sent. All that is done for it
 * shares one, so that waits do not add up. Work that has begun is not ended by it.
 */
export type Deadline = {
  /** Instant of `performance.now()`; Infinity: nothing waits for the answer any more */
  at: number
}

/** A step that is begun late still gets this time, ms: what has room at once is never refused. */
const leastMs = 100

const current = new AsyncLocalStorage<Deadline | undefined>()

/** Runs `work` with a deadline. */
export function withDeadline<Result>(deadline: Deadline, work: () => Result): Result {
  return current.run(deadline, work)
}

/** Runs `work` that waits until an instant at most, and never beyond the deadline there is. @param at of `performance.now()` */
export function waitingUntil<Result>(at: number, work: () => Result): Result {
  return current.run({ at: Math.min(at, current.getStore()?.at ?? at) }, work)
}

/** Runs `work` without one: several callers share its result, or nobody waits for it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return current.run(undefined, work)
}

/** Runs work that takes long by its nature, for example a scan of a file: its time does not count. */
export async function outsideDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = current.getStore()
  const startedAt = performance.now()
  try {
    return await withoutDeadline(work)
  } finally {
    if (deadline) deadline.at += performance.now() - startedAt
  }
}

/** How long the code that runs may wait, ms. @param maxMs how long it may without a deadline */
export function waitAtMost(maxMs: number): number {
  const deadline = current.getStore()
  if (!deadline) return maxMs
  return Math.min(maxMs, Math.max(leastMs, deadline.at - performance.now()))
}

/** To be called before something is tried once more, for example after a conflict. @throws BusyError after the deadline */
export function tryAgainInTime(): void {
  const deadline = current.getStore()
  if (deadline && performance.now() > deadline.at) throw new BusyError('the deadline has passed')
}

/** Waits for the result of shared work until the caller's deadline. @throws BusyError */
export async function untilDeadline<Result>(result: Promise<Result>): Promise<Result> {
  const ms = waitAtMost(Number.POSITIVE_INFINITY)
  if (ms === Number.POSITIVE_INFINITY) return result
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new BusyError('the deadline has passed')), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
