import DataLoader from 'dataloader'
import { BusyError, withoutDeadline } from './deadline.ts'
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
