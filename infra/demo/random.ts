import { createHash } from 'node:crypto'

/** Chance that repeats itself: the same seed gives the same choices, so every demo is alike. */
export type Random = {
  /** A real number, low ≤ n < high */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** Picks in proportion to the weights; an item of weight 0 never */
  weighted<Item>(list: readonly Item[], weightOf: (item: Item) => number): Item
}

/**
 * Seeded by what the choices are about: a change to one part of the demo leaves the choices of the others alone.
 * The generator is mulberry32 (T. Ettinger, public domain): 32 bits of state are plenty for a few choices each.
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
    if (found === undefined) throw new Error('There is nothing to choose from')
    return found
  }

  return {
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => weighted(list, () => 1),
    weighted,
  }
}
