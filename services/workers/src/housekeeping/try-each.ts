/**
 * Does the same for each item, in their order. One that fails keeps no other from its turn, however often all of it is repeated.
 * @throws what the first one that failed threw, after all had their turn
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
