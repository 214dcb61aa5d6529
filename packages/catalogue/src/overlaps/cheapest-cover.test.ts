import { describe, expect, it } from 'vitest'
import { type CoverItem, cheapestCover } from './cheapest-cover.ts'

const item = (price: number, parameters: string) => ({ price, parameterCodes: [...parameters] })

/** Tries every set of items. */
function cheapestOfAll(codes: readonly string[], items: readonly CoverItem[]): number {
  const prices = Array.from({ length: 2 ** items.length }, (_, set) => {
    const taken = items.filter((_, place) => set & (1 << place))
    const measured = new Set(taken.flatMap(({ parameterCodes }) => parameterCodes))
    return codes.every((code) => measured.has(code))
      ? taken.reduce((sum, { price }) => sum + price, 0)
      : Number.POSITIVE_INFINITY
  })
  return Math.min(...prices)
}

describe('the cheapest items that measure some parameters', () => {
  it('are cheaper than what is best for each parameter, one after the other', () => {
    // the item of four costs least for each parameter (2.5), but C and F then cost 12 more; two others measure all for 20
    const items = [item(10, 'ABDE'), item(9, 'ABC'), item(11, 'DEF'), item(12, 'CF')]
    expect(cheapestCover([...'ABCDEF'], items)).toEqual({
      items: [items[1], items[2]],
      price: 20,
      isExact: true,
    })
  })

  it('cost as much as the best of all possible sets, for any catalogue', () => {
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      const items = Array.from({ length: 9 }, () =>
        item(1 + next(30), [...'ABCDEFGH'].filter(() => next(3) === 0).join('')),
      )
      const codes = [...'ABCDEFGH'].filter(() => next(4) > 0)
      const found = cheapestCover(codes, items)
      const lowest = codes.length > 0 ? cheapestOfAll(codes, items) : Number.POSITIVE_INFINITY
      expect(found?.price ?? Number.POSITIVE_INFINITY, JSON.stringify({ codes, items })).toBe(lowest)
    }
  })

  it('are not known if one is measured by nothing, and none are needed for nothing', () => {
    expect(cheapestCover(['A', 'Z'], [item(1, 'A')])).toBeUndefined()
    expect(cheapestCover([], [item(1, 'A')])).toBeUndefined()
  })

  it('may be dearer than the lowest price after the last allowed step, and say so', () => {
    const items = [item(10, 'ABDE'), item(9, 'ABC'), item(11, 'DEF'), item(12, 'CF')]
    expect(cheapestCover([...'ABCDEF'], items, { steps: 0 })).toMatchObject({ price: 22, isExact: false })
  })

  it('never try more items than the budget of several searches allows', () => {
    // each of twelve codes is measured by forty of sixty items
    const items = Array.from({ length: 60 }, (_, n) =>
      item(100 + ((n * 37) % 61), [...'ABCDEFGHIJKL'].filter((_, place) => (n + place) % 3 > 0).join('')),
    )
    const budget = { steps: 50 }
    for (const codes of ['ABCDEFGHIJKL', 'ABCDEF', 'GHIJKL'])
      expect(cheapestCover([...codes], items, budget)?.items.length).toBeGreaterThan(0)
    expect(budget.steps).toBe(0)
  })
})
