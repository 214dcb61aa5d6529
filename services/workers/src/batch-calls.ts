import DataLoader from 'dataloader'

/**
 * Combines concurrent calls: all calls within one turn of the event loop become one call of `act`.
 * @param act returns one result per item, in the order of the items; an Error in place of a result fails that item only, a
 * rejection fails all of them
 * @param batchSize maximum number of items per call
 */
export function batchCalls<Item, Result>(
  act: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  batchSize = 500,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>((items) => act([...items]), {
    cache: false,
    maxBatchSize: batchSize,
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  })
  return (item) => loader.load(item)
}
