import { setImmediate } from 'node:timers/promises'

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Makes one statement of many concurrent calls: whatever is asked while one is under way goes together in the next.
 * @param act answers one result an item, in their order; its failure is the failure of each
 * @param most items at once
 */
export function gather<Item, Result>(
  act: (items: Item[]) => Promise<readonly Result[]>,
  most = 500,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isDraining = false

  async function drain(): Promise<void> {
    // one turn, so that callers woken by the last batch ride together
    await setImmediate()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const results = await act(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await setImmediate()
    }
    isDraining = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isDraining) return
      isDraining = true
      void drain()
    })
}
