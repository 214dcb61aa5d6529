import { createHash } from 'node:crypto'

/** A seeded random generator: the same seed gives the same choices, so all demos are equal. */
export type Random = {
  /** @returns a real number, low ≤ n < high */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** Picks in proportion to the weights; never an item of weight 0 */
  weighted<Item>(list: readonly Item[], weightOf: (item: Item) => number): Item
}

/**
 * @param seed names the thing that the choices are for, so that a change to one part of the demo does not change the others.
 * The text of a seed stays when names in the code change, because the demo's content depends on it.
 * The generator is mulberry32 (T. Ettinger, public domain): 32 bits of state are enough for a few choices per seed.
 */
export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(seed.join('\n')).digest().readUInt32LE()

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function weighted<Item>(list: readonly Item[], weightOf: (item: Item) => number): Item {
    const weights = list.map(weightOf)
    let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
    const index = weights.findIndex((weight) => {
      rest -= weight
      return rest < 0
    })
    const found = list[index]
    if (found === undefined) throw new Error('The list has no item to choose')
    return found
  }

  return {
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => weighted(list, () => 1),
    weighted,
  }
}
