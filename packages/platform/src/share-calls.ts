import DataLoader from 'dataloader'
import { BusyError, untilDeadline, withoutDeadline } from './deadline.ts'
import { isTransient } from './postgres.ts'

/**
 * Combines concurrent calls: all calls within one turn of the event loop become one call of `act`. An item that Postgres cannot
 * store fails the whole statement: then the batch is halved until the item is alone, and no other call fails because of it.
 * @param act returns one result per item, in the order of the items; an Error in place of a result fails that item only. After a
 * rejection it is called again with fewer items, unless the error is transient: it must do all or nothing, or be repeatable
 * @param batchSize maximum number of items per call
 * @param windowMs calls within this time become one, instead of those within one turn of the event loop
 */
export function batchCalls<Item, Result>(
  act: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  batchSize = 500,
  windowMs?: number,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>((items) => withoutDeadline(() => actOnAll(act, [...items])), {
    cache: false,
    maxBatchSize: batchSize,
    batchScheduleFn: (dispatch) =>
      void (windowMs === undefined ? setImmediate(dispatch) : setTimeout(dispatch, windowMs)),
  })
  return (item) => loader.load(item)
}

/**
 * As `batchCalls`, for what is done with a pool: the concurrent calls with the same pool become one.
 * @param act see `batchCalls`
 */
export function batchCallsOf<Pool extends WeakKey, Item, Result>(
  act: (pool: Pool, items: Item[]) => Promise<readonly (Result | Error)[]>,
): (pool: Pool, item: Item) => Promise<Result> {
  const batches = new WeakMap<Pool, (item: Item) => Promise<Result>>()
  return (pool, item) => {
    let batch = batches.get(pool)
    if (!batch) {
      batch = batchCalls((items: Item[]) => act(pool, items))
      batches.set(pool, batch)
    }
    return batch(item)
  }
}

async function actOnAll<Item, Result>(
  act: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  items: Item[],
): Promise<readonly (Result | Error)[]> {
  try {
    return await act(items)
  } catch (error) {
    if (items.length === 1 || isTransient(error) || error instanceof BusyError)
      return items.map(() => error as Error)
    const middle = items.length >> 1
    const first = await actOnAll(act, items.slice(0, middle))
    return [...first, ...(await actOnAll(act, items.slice(middle)))]
  }
}

/** An answer is kept so many times as long as its read took, at least: reads use a hundredth of a connection */
const keptFactor = 100

/**
 * Gives an answer again for some time after it was read. A call in the same time after that gives it once more and begins the next
 * read, so that of calls in a row only the first waits. If that read fails, the old answer is kept for the same time again.
 * @param now a clock that never goes back, ms
 */
export function keepFor<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let kept: Promise<Answer> | undefined
  let freshUntil = 0

  function begin(): Promise<Answer> {
    const startedAt = now()
    freshUntil = Number.POSITIVE_INFINITY
    return withoutDeadline(read).finally(() => {
      freshUntil = now() + Math.max(keptMs, keptFactor * (now() - startedAt))
    })
  }

  return () => {
    if (!kept || now() >= freshUntil + keptMs) {
      const first = begin()
      kept = first
      first.catch(() => {
        if (kept === first) kept = undefined
      })
    } else if (now() >= freshUntil) {
      begin().then(
        (answer) => {
          kept = Promise.resolve(answer)
        },
        () => {},
      )
    }
    return untilDeadline(kept)
  }
}

/**
 * Keeps an answer for some time or until it is forgotten: all who ask meanwhile share one read. A read that fails is not kept.
 * @param now a clock that never goes back, ms
 */
export function keepUntilForgotten<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): { get(): Promise<Answer>; forget(): void } {
  let kept: { until: number; answer: Promise<Answer> } | undefined
  return {
    get() {
      if (!kept || kept.until <= now()) {
        const reading = { until: now() + keptMs, answer: withoutDeadline(read) }
        kept = reading
        reading.answer.catch(() => {
          if (kept === reading) kept = undefined
        })
      }
      return untilDeadline(kept.answer)
    },
    forget() {
      kept = undefined
    },
  }
}

/**
 * Lets all callers that arrive before a query is sent share its answer: one that is running already may not see their writes. At
 * most one runs at a time.
 */
export function shareNext<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const answer = withoutDeadline(query)
      running = answer.catch(() => {})
      return answer
    })
    return untilDeadline(next)
  }
}

/** The same for questions that differ: those that are equal share an answer. Nothing is kept of a question that nobody waits for. */
export function shareNextOfEqual<Question, Answer>(
  keyOf: (question: Question) => string,
  query: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const asked = new Map<string, { ask: () => Promise<Answer>; waiting: number }>()
  return async (question) => {
    const key = keyOf(question)
    const shared = asked.get(key) ?? { ask: shareNext(() => query(question)), waiting: 0 }
    asked.set(key, shared)
    shared.waiting += 1
    try {
      return await shared.ask()
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0) asked.delete(key)
    }
  }
}
