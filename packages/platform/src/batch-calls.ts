import DataLoader from 'dataloader'

/**
 * Combines concurrent calls: all calls within one turn of the event loop become one call of `act`.
 * @param act returns one result per item, in the order of the items; an Error in place of a result fails that item only, a
 * rejection fails all of them
 * @param batchSize maximum number of items per call
 * @param windowMs calls within this time become one, instead of those within one turn of the event loop
 */
export function batchCalls<Item, Result>(
  act: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  batchSize = 500,
  windowMs?: number,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>((items) => act([...items]), {
    cache: false,
    maxBatchSize: batchSize,
    batchScheduleFn: (dispatch) =>
      void (windowMs === undefined ? setImmediate(dispatch) : setTimeout(dispatch, windowMs)),
  })
  return (item) => loader.load(item)
}
