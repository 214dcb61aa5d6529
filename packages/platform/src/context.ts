import { AsyncLocalStorage } from 'node:async_hooks'

/** What code needs to know of the request or event that it works for; all that is begun for it inherits it. */
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
