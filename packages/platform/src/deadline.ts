import { AsyncLocalStorage } from 'node:async_hooks'

/** There is too much to do at this moment. Nothing was begun: try again a little later. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** A step that is begun late still gets this time, ms: what has room at once is never refused. */
const leastMs = 100

/** Runs `work` with a deadline. */
export function withDeadline<Result>(deadline: Deadline, work: () => Result): Result {
  return inContext({ deadline }, work)
}

/** Runs `work` without one: several callers share its result, or nobody waits for it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return inContext({ deadline: undefined }, work)
}

/** Runs work that takes long by its nature, for example a scan of a file: its time does not count. */
export async function outsideDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = currentContext()?.deadline
  const startedAt = performance.now()
  try {
    return await withoutDeadline(work)
  } finally {
    if (deadline) deadline.at += performance.now() - startedAt
  }
}

/** How long the code that runs may wait, ms. @param maxMs how long it may without a deadline */
export function waitAtMost(maxMs: number): number {
  const deadline = currentContext()?.deadline
  if (!deadline) return maxMs
  return Math.min(maxMs, Math.max(leastMs, deadline.at - performance.now()))
}

/** To be called before something is tried once more, for example after a conflict. @throws BusyError after the deadline */
export function tryAgainInTime(): void {
  const deadline = currentContext()?.deadline
  if (deadline && performance.now() > deadline.at) throw new BusyError('the deadline has passed')
}

/** Waits for the result of shared work until the caller's deadline. @throws BusyError */
export function untilDeadline<Result>(result: Promise<Result>): Promise<Result> {
  const ms = waitAtMost(Number.POSITIVE_INFINITY)
  return ms === Number.POSITIVE_INFINITY
    ? result
    : within(ms, result, () => new BusyError('the deadline has passed'))
}

/** Waits for a result at most `ms`; the work goes on. @throws what `late` returns, and what the work throws */
export async function within<Result>(
  ms: number,
  result: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([result, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The request or event that code works for; everything that is begun for it inherits this. */
type Context = {
  traceId?: string
  deadline?: Deadline | undefined
}

/**
 * Until when a request may wait, in all: for room in gates, for connections, and until its append is sent. All that is done for it
 * shares one, so that waits do not add up. Work that has begun is not ended by it.
 */
export type Deadline = {
  /** Instant of `performance.now()`; Infinity: nothing waits for the answer any more */
  at: number
}

const storage = new AsyncLocalStorage<Context>()

export const currentContext = (): Context | undefined => storage.getStore()

/** Runs `work` with some of the context changed. */
export function inContext<Result>(change: Context, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...change }, work)
}
