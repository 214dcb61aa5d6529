import DataLoader from 'dataloader'

/**
 * Makes one statement of many concurrent calls: whatever is asked within one turn of the event loop goes together.
 * @param act answers one result an item, in their order; an Error in a result's place fails that item alone, its own
 * failure all of them
 * @param most items at once
 */
export function batchCalls<Item, Result>(
  act: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  most = 500,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>((items) => act([...items]), {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  })
  return (item) => loader.load(item)
}
