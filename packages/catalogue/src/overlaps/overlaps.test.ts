import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogueFile, itemsIn } from '../testing/starter.ts'
import { type CoverItem, cheaperChoice, cheapestCover, overlapsOf } from './overlaps.ts'

/** The starter catalogue with the prices of the demo, in rupees. */
const items = itemsIn(readFileSync(catalogueFile, 'utf8'))
const pricesFile = new URL('../../../../infra/local/demo/prices.json', import.meta.url)
const prices = JSON.parse(readFileSync(pricesFile, 'utf8')) as Record<
  string,
  [price: number, original: number]
>
const entries = new Map(items.map((item) => [item.code, item]))
const catalogue = items.map(({ code, kind, tests, gender, ageMin, ageMax }) => ({
  id: code,
  kind,
  price: prices[code]?.[0] ?? 0,
  parameterCodes: [
    ...new Set((kind === 'package' ? tests : [code]).flatMap((one) => entries.get(one)?.parameters ?? [])),
  ],
  genderSpecific: gender,
  ageMin,
  ageMax,
}))

function chosen(...codes: string[]) {
  return codes.map((code) => catalogue.find(({ id }) => id === code) as (typeof catalogue)[number])
}

/** 'shared of all parameters of the second, price: items' */
function overlapOf(...codes: [string, string]) {
  const [{ item, shared, alone } = {}] = overlapsOf(chosen(...codes), catalogue)
  const ids = alone?.items.map(({ id }) => id).sort()
  return `${shared} of ${item?.parameterCodes.length}, ${alone?.price}: ${ids?.join(' ')}`
}

function choiceOf(...codes: string[]) {
  const choice = cheaperChoice(chosen(...codes), catalogue, 10)
  return choice && { ids: choice.items.map(({ id }) => id), price: choice.price }
}

/**
 * By hand: the tests that both packages list, counted by their parameters; then the cheapest item for each of these
 * tests, and each package that contains several of them against the sum of what it replaces.
 */
describe('what two packages of the catalogue have in common', () => {
  it('Full Body Checkup and Diabetes Care: five tests, cheaper one by one than in the package of four of them', () => {
    // FBS 1 + HBA1C 2 + LIPID 7 + CREA and EGFR 2 (of KFT) + UR 14 = 26; Diabetes Care has 30.
    // 79 + 399 + 399 + 149 + 129 = 1155. Basic Health Check has four of them: 899 + 399 = 1298
    expect(overlapOf('PKG-FULL', 'PKG-DIA')).toBe('26 of 30, 1155: CREA FBS HBA1C LIPID UR')
  })

  it('Basic Health Check and Liver & Kidney Care: a part of a test, which a smaller test measures', () => {
    // CREA and EGFR 2 (of KFT) + UR 14 = 16. 149 + 129 = 278; KFT for 499 measures more than is needed
    expect(overlapOf('PKG-BASIC', 'PKG-LIVKID')).toBe('16 of 35, 278: CREA UR')
  })

  it('Full Body Checkup and Heart Care: four tests, which cost more alone than a whole package', () => {
    // CBC 17 + HBA1C 2 + LIPID 7 + KFT 12 = 38 of 43. 299 + 399 + 399 + 499 = 1596; Full Body Checkup has all four for 1499;
    // Basic Health Check has two of them: 899 + 399 + 499 = 1797
    expect(overlapOf('PKG-FULL', 'PKG-HEART')).toBe('38 of 43, 1499: PKG-FULL')
  })

  it('Full Body Checkup with Vitamins and Anaemia Profile: three tests', () => {
    // CBC 17 + IRON 4 + B12 1 = 22 of 25. 299 + 749 + 699 = 1747; the packages with IRON cost 2199 or more
    expect(overlapOf('PKG-FULLV', 'PKG-ANAEM')).toBe('22 of 25, 1747: B12 CBC IRON')
  })

  it('Senior Care for men and Pre-operative Profile: two tests', () => {
    // CBC 17 + KFT 12 = 29 of 38. 299 + 499 = 798; Liver & Kidney Care has KFT for 999; PHOS of KFT is in nothing cheaper
    expect(overlapOf('PKG-SENM', 'PKG-PREOP')).toBe('29 of 38, 798: CBC KFT')
  })

  it('is found in the 89 pairs that overlap partly, exactly, and not where one contains the other', () => {
    const all = catalogue.filter(({ kind }) => kind === 'package')
    const pairs = all.flatMap((one, place) => all.slice(0, place).map((other) => [other, one] as const))
    expect(pairs).toHaveLength(120)
    const found = pairs.flatMap((pair) => overlapsOf(pair, catalogue))
    expect(found).toHaveLength(89)
    expect(found.every(({ alone }) => alone.isExact)).toBe(true)
    expect(overlapsOf(chosen('PKG-FULL', 'PKG-LIVKID'), catalogue)).toEqual([])
    expect(overlapsOf(chosen('PKG-FULL'), catalogue)).toEqual([])
  })

  it('is priced without items for other people', () => {
    // Women Wellness (2199) contains what both have, but is for women only
    expect(overlapOf('PKG-FULLV', 'PKG-SENM')).toBe('68 of 70, 2499: PKG-FULLV')
  })
})

describe('the cheaper choice', () => {
  it('is one item that measures everything for less', () => {
    expect(choiceOf('PKG-BASIC', 'PKG-LIVKID')).toEqual({ ids: ['PKG-FULL'], price: 1499 })
    expect(choiceOf('CHOL', 'TRIG', 'LIPID')).toEqual({ ids: ['LIPID'], price: 399 })
  })

  it('is else one of the chosen tests with what it lacks', () => {
    // Diabetes Care has PPBS 79 and UACR 449 beside what is in Full Body Checkup: 1499 + 528 instead of 1499 + 1199
    expect(choiceOf('PKG-DIA', 'PKG-FULL')).toEqual({ ids: ['PKG-FULL', 'PPBS', 'UACR'], price: 2027 })
  })

  it('is not given without a saving, beyond the number of tests, or for parameters that are not known', () => {
    expect(choiceOf('PKG-FULL', 'PKG-HEART')?.price).toBe(4184)
    expect(cheaperChoice(chosen('PKG-FULL', 'PKG-HEART'), catalogue, 5)).toBeUndefined()
    expect(choiceOf('PKG-THY', 'PKG-FEVER')).toBeUndefined()
    const unknown = { ...(chosen('CBC')[0] as (typeof catalogue)[number]), id: 'new', parameterCodes: [] }
    expect(cheaperChoice([...chosen('PKG-BASIC', 'PKG-LIVKID'), unknown], catalogue, 10)).toBeUndefined()
  })
})

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
