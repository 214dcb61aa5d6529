import type { Catalogue, CatalogueItem } from './catalogue.ts'

/**
 * What a page saves of a price list, in paise.
 * @property prices of tests and packages by their codes @property added tests of which only the name and the price are known
 */
export type NewPrices = {
  prices: readonly { code: string; price: number }[]
  added: readonly { name: string; price: number }[]
}

/** @returns the catalogue with the prices, or a sentence that says why it cannot have them */
export function withPrices(catalogue: Catalogue, { prices, added }: NewPrices): Catalogue | string {
  const priceOf = new Map(prices.map(({ code, price }) => [code, price]))
  if (priceOf.size < prices.length) return 'prices: a test or package is there twice.'
  const codes = new Set(catalogue.items.map(({ code }) => code))
  const unknown = prices.find(({ code }) => !codes.has(code))
  if (unknown) return `prices: there is no test or package ${unknown.code}.`
  const items = catalogue.items.map((item) => {
    const price = priceOf.get(item.code)
    if (price === undefined) return item
    const isReduced = item.originalPrice !== null && item.originalPrice > price
    return { ...item, price, originalPrice: isReduced ? item.originalPrice : null }
  })
  return { ...catalogue, items: [...items, ...added.map((one) => pdfOnlyTest(one, codes))] }
}

/** A test of which only its name and price are known. @param codes those that are taken; its own is added */
function pdfOnlyTest({ name, price }: { name: string; price: number }, codes: Set<string>): CatalogueItem {
  const stem =
    name
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 30) || 'TEST'
  let code = stem
  for (let n = 2; codes.has(code); n += 1) code = `${stem}-${n}`
  codes.add(code)
  return {
    kind: 'test',
    code,
    name,
    description: '',
    category: 'Other',
    parameters: [],
    tests: [],
    specimens: [],
    sampleType: null,
    fasting: 0,
    preparation: null,
    reportHours: null,
    testsIncluded: null,
    ageMin: null,
    ageMax: null,
    gender: 'both',
    synonyms: [],
    conditions: [],
    isPopular: false,
    isTaxExempt: true,
    price,
    originalPrice: null,
    isOffered: true,
  }
}
