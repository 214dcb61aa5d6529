/** A plain price list: a name and a price in each row, matched to what the catalogue has, and the prices that are saved of it. */
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { CatalogueItem, editorCalls, PriceMatches } from '../api.ts'
import type { Catalogue } from '../catalogue.ts'
import { type Cell, cellName, money, short, Wrong } from './cells.ts'
import { readFile } from './read-file.ts'
import type { Grid } from './read-grid.ts'
import { UnreadableFile } from './unpack.ts'

type Matched = Omit<PriceMatches, 'version'>

/** A chain has some thousand tests; each name is compared with all of them */
const mostNames = 5_000
const mostSuggestions = 3
/** Below it two names have hardly a word in common */
const leastLikeness = 0.3

/** Words that names of tests have for no meaning of their own */
const fillers = new Set([
  'test',
  'tests',
  'profile',
  'panel',
  'level',
  'levels',
  'serum',
  'blood',
  'total',
  'the',
  'of',
  'and',
  'with',
  'for',
])

/**
 * @param grid of two columns: the first one with a text is the name, and behind it is one price
 * @param items of the catalogue
 */
export function matchPrices({ title, data }: Grid, items: readonly CatalogueItem[]): Matched {
  const exact = new Map<string, Set<string>>()
  for (const { code, name, synonyms } of items)
    for (const known of [code, name, withoutBrackets(name), ...synonyms]) {
      const key = plain(known)
      exact.set(key, (exact.get(key) ?? new Set()).add(code))
    }
  const vocabulary = items.map(({ code, name, synonyms }) => ({
    code,
    words: [name, ...synonyms].map(wordsOf),
  }))
  const rows: Matched['rows'] = []
  const problems: Matched['problems'] = []
  const seen = new Map<string, number>()
  data.forEach((cells, n) => {
    const row = n + 1
    const nameAt = cells.findIndex((cell) => typeof cell === 'string' && /\p{L}/u.test(cell))
    const filled = cells.flatMap((cell, at) => (cell !== null && String(cell).trim() !== '' ? [at] : []))
    const priceAt = filled.findLast((at) => at > nameAt) ?? -1
    if (nameAt < 0 || (priceAt < 0 && n === 0)) return
    const name = String(cells[nameAt]).trim().slice(0, 120)
    const price = priceOf(cells[priceAt] ?? null)
    if (typeof price === 'string') {
      // the first row may have the titles of the columns
      if (n > 0)
        problems.push({ sheet: title, cell: cellName(Math.max(priceAt, nameAt + 1), row), text: price })
      return
    }
    if (filled.filter((at) => at > nameAt).length > 1) {
      const text = 'There is more than one value behind the name. Leave the name and the price only.'
      problems.push({ sheet: title, cell: cellName(priceAt, row), text })
      return
    }
    const before = seen.get(plain(name))
    if (before !== undefined) {
      problems.push({
        sheet: title,
        cell: cellName(nameAt, row),
        text: `“${short(name)}” is in row ${before} already.`,
      })
      return
    }
    seen.set(plain(name), row)
    const [only, ...others] = exact.get(plain(name)) ?? []
    const match = only !== undefined && others.length === 0 ? only : null
    // what is in the brackets may be what tells two tests apart
    const found = [...(exact.get(plain(name)) ?? exact.get(plain(withoutBrackets(name))) ?? [])]
    rows.push({
      row,
      name,
      price,
      match,
      suggestions: match
        ? []
        : found.length > 0
          ? found.slice(0, mostSuggestions)
          : similar(name, vocabulary),
    })
  })
  return { rows, problems }
}

/**
 * @param bytes of a workbook or a CSV file, of which the first sheet counts
 * @throws UnreadableFile
 */
export async function matchFile(
  name: string,
  bytes: Uint8Array,
  items: readonly CatalogueItem[],
): Promise<Matched> {
  const { grids, problems } = await readFile(name, bytes)
  const [grid] = grids
  if (!grid) throw new UnreadableFile('The file has no sheet.')
  if (grid.data.length > mostNames)
    throw new UnreadableFile(`A price list has at most ${mostNames.toLocaleString('en-IN')} rows.`)
  const matched = matchPrices(grid, items)
  return { rows: matched.rows, problems: [...problems, ...matched.problems] }
}

/** @returns paise, or what is wrong */
function priceOf(cell: Cell): number | string {
  try {
    if (cell === null || String(cell).trim() === '') return 'The price is missing.'
    return money.read(cell)
  } catch (error) {
    if (error instanceof Wrong) return error.message
    throw error
  }
}

function withoutBrackets(name: string): string {
  return name.replace(/\(.*?\)/g, ' ')
}

/** Without case, accents and punctuation; with American spelling, as the search has it */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ae', 'e')
    .replaceAll('oe', 'e')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function wordsOf(name: string): Set<string> {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !fillers.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

function similar(
  name: string,
  vocabulary: readonly { code: string; words: readonly Set<string>[] }[],
): string[] {
  const typed = wordsOf(name)
  return vocabulary
    .map(({ code, words }) => ({ code, likeness: Math.max(...words.map((known) => likeness(typed, known))) }))
    .filter(({ likeness: of }) => of >= leastLikeness)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, mostSuggestions)
    .map(({ code }) => code)
}

/** The share of words that two names have in common (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  return common / (a.size + b.size - common)
}

/** The prices that a page saves, in paise; of tests that are added, only the name and the price are known. */
export type NewPrices = Omit<BodyOf<typeof editorCalls.savePrices>, 'version'>

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
