/** A plain price list: a name and a price in each row, matched to what the catalogue has. */
import type { CatalogueItem } from './catalogue.ts'
import { type Cell, cellName, money, short, Wrong } from './file/cells.ts'
import type { Grid, Problem } from './file/read-grid.ts'

/** @property price paise @property match code of what is surely meant; null: a person decides @property suggestions codes, best first */
export type PriceRow = {
  row: number
  name: string
  price: number
  match: string | null
  suggestions: string[]
}

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
 * @param grid of two or more columns: the last one with a price is the price, the first one with a text is the name
 * @param items of the catalogue
 */
export function matchPrices(
  { title, data }: Grid,
  items: readonly CatalogueItem[],
): { rows: PriceRow[]; problems: Problem[] } {
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
  const rows: PriceRow[] = []
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  data.forEach((cells, n) => {
    const row = n + 1
    const nameAt = cells.findIndex((cell) => typeof cell === 'string' && /\p{L}/u.test(cell))
    const priceAt = cells.findLastIndex(
      (cell, at) => at !== nameAt && cell !== null && String(cell).trim() !== '',
    )
    if (nameAt < 0 || (priceAt < 0 && n === 0)) return
    const name = String(cells[nameAt]).trim()
    const price = priceOf(cells[priceAt] ?? null)
    if (typeof price === 'string') {
      // the first row may have the titles of the columns
      if (n > 0)
        problems.push({ sheet: title, cell: cellName(Math.max(priceAt, nameAt + 1), row), text: price })
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
    const found = [...(exact.get(plain(name)) ?? exact.get(plain(withoutBrackets(name))) ?? [])]
    const [only] = found
    const match = found.length === 1 && only !== undefined ? only : null
    rows.push({
      row,
      name: name.slice(0, 120),
      price,
      match,
      suggestions: match ? [] : found.length > 1 ? found : similar(name, vocabulary),
    })
  })
  return { rows, problems }
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
