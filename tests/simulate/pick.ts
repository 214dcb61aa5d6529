/** @returns one of them, by chance */
export function pick<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('There is nothing to choose from')
  return items[Math.floor(Math.random() * items.length)] as Item
}

export function between(low: number, high: number): number {
  return low + Math.random() * (high - low)
}
