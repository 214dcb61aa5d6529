import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { sendKept } from '../catalogue-answers.ts'
import { packageCalls, type SearchSuggestions } from '../packages/api.ts'
import {
  listedPrice,
  onOffer,
  type PackageRow,
  packageColumns,
  packageRow,
  presentPackage,
  pricedPackages,
} from '../packages/package-rows.ts'
import { concernSearches, exampleSearches } from './fixed-searches.ts'
import { readSearchTerms, type SearchTerm } from './search-terms.ts'

const maxResults = 60

export const searchPackages = serveCall(
  packageCalls.searchPackages,
  async ({ query }, { db, nearbyLabs }) => {
    const labs = await nearbyLabs.in(query.city)
    const rows = await findPackages(db, query.q)
    return rows.map((row) => presentPackage(row, { labs }))
  },
)

export const suggestSearches = serveRead(packageCalls.suggestSearches, (call, { db, catalogueAnswers }) =>
  sendKept(catalogueAnswers, packageCalls.suggestSearches, call, 'suggestions', async () => ({
    answer: await readSearchSuggestions(db),
  })),
)

/**
 * Finds tests and packages by text, in two SQL queries: the first looks up and corrects the words, the second runs ranked
 * full-text queries, from packages with exactly this name to packages with any of the words, until there are 60 results.
 * With 100,000 packages on two cores that takes 3 ms at the median and 9 at the 99th percentile; four at a time, with both
 * cores busy (600 searches a second), 6 and 20 (`npm run bench`).
 * @param text any text
 * @returns best first, popular ones first among equals; the popular ones for an empty text
 */
export async function findPackages(db: CommonQueryMethods, text: string): Promise<readonly PackageRow[]> {
  if (text === '') {
    return db.any(sql.type(packageRow)`
      select ${packageColumns} from ${pricedPackages} where is_popular and ${onOffer} order by name limit ${maxResults}`)
  }
  const queries = rankedQueries(await readSearchTerms(db, text))
  if (queries.length === 0) return []
  return db.any(sql.type(packageRow)`
    select ${packageColumns}
      from search_packages(${sql.array(queries, 'text')}::tsquery[], ${maxResults}) found
      join packages on packages.id = found.package_id
      left join ${listedPrice(sql.fragment`packages.id`)} on true
     where ${onOffer}
     order by found.step,
              case when (${sql.array(queries.map(isOfParameters), 'bool')})[found.step] then cardinality(parameter_codes) end,
              is_popular desc, name, id`)
}

const mostConditions = 8

/** The conditions that the fixed concerns already lead to. */
const concernWords = concernSearches.flatMap((search) => search.toLowerCase().split(' '))

const conditionRow = z.object({ name: z.string(), packages: z.number() })

/** Reads which searches the catalogue has an answer to. */
async function readSearchSuggestions(db: CommonQueryMethods): Promise<SearchSuggestions> {
  const packages = await db.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*)::int as count from packages where ${onOffer}`,
  )
  const conditions = await db.any(sql.type(conditionRow)`
    select condition as name, count(distinct id)::int as packages
      from packages, unnest(conditions) listed, lower(trim(listed)) condition
     where ${onOffer} and search_text(condition) <> '' and condition <> all (${sql.array(concernWords, 'text')})
     group by condition order by count(distinct id) desc, condition limit ${mostConditions}`)
  const found: string[] = []
  // one by one, so that this request takes one connection at a time
  for (const search of new Set([...concernSearches, ...exampleSearches])) {
    if ((await findPackages(db, search)).length > 0) found.push(search)
  }
  return { packages, found, conditions: [...conditions] }
}

/** The marks of what a package measures: it has at most 3 parameters, at most 20, or more. */
const parameterFields = ['+', '++', '+++'] as const

/**
 * The prefix of a lexeme names its field (packages/catalogue/migrations/0006_search.sql): `=` a whole name,
 * alias or code, `~` a word of a name, `#` a word of a category, `+` a word of a parameter; no prefix: a word of a name, alias or
 * condition.
 */
type Field = '' | '~' | '#' | (typeof parameterFields)[number]

/**
 * A search as tsqueries, best first:
 *
 *  1. packages with exactly this name, alias or code
 *  2. packages with one that starts with these words, then with this text
 *  3. the category with this name
 *  4. packages with all words: in the name; in name, aliases and conditions; the last word incomplete
 *  5. packages that measure something with exactly this name, code or synonym, then something with all words: those with few parameters
 *     first
 *  6. packages with all words in any of these, or in the category
 *  7. packages with all words except one, the last word omitted first
 *  8. packages with any of the words
 *
 * Weak words ('test', 'for') count in the first two only: 'sugar test' is an alias and 'test for sugar' is not.
 * @returns an empty list for no words
 */
export function rankedQueries(terms: readonly SearchTerm[]): string[] {
  const known = terms.filter(({ match, joined }) => match !== 'none' || joined.length > 0)
  const strong = known.filter((term) => !term.isWeak)
  const used = strong.length > 0 ? strong : known
  const phrases = [...new Set([...phrasesOf(terms), ...phrasesOf(used)])].filter((phrase) => phrase !== '')
  return [...new Set([...phraseQueries(phrases), ...termQueries(used, wholeParameters(phrases))])]
}

/** @returns whether a query asks only what packages measure: then those with the fewest parameters come first, not the popular ones */
export function isOfParameters(query: string): boolean {
  return /^\(*'\+/.test(query)
}

/** The terms as phrases: as typed ('fullbody' is not a word of the vocabulary), and with each correction. */
function phrasesOf(terms: readonly SearchTerm[]): string[] {
  const count = Math.max(0, ...terms.map(({ corrections }) => corrections.length))
  const corrected = Array.from({ length: count }, (_, index) =>
    terms.map(({ corrections, typed }) => corrections[index] ?? corrections[0] ?? typed).join(' '),
  )
  return [terms.map(({ typed }) => typed).join(' '), ...corrected]
}

function withoutSpaces(phrase: string): string {
  return phrase.replaceAll(' ', '')
}

function phraseQueries(phrases: readonly string[]): string[] {
  if (phrases.length === 0) return []
  // thousands of 100,000 packages have a name or alias that starts with p, and reading them takes 10 ms: one or two letters
  // are searched as the prefix of a word, with few results
  const long = phrases.filter((phrase) => phrase.length > 2)
  return [
    ...phrases.map((phrase) => anyOf([lexeme('=', phrase), lexeme('=', withoutSpaces(phrase))])),
    ...phrases.map((phrase) => prefix('=', `${phrase} `)),
    ...long.map((phrase) => anyOf([prefix('=', phrase), prefix('=', withoutSpaces(phrase))])),
    anyOf(phrases.map((phrase) => lexeme('#=', phrase))),
  ]
}

function wholeParameters(phrases: readonly string[]): string[] {
  if (phrases.length === 0) return []
  return parameterFields.map((field) =>
    anyOf(
      phrases.flatMap((phrase) => [lexeme(`${field}=`, phrase), lexeme(`${field}=`, withoutSpaces(phrase))]),
    ),
  )
}

/** @param measured the queries for what is measured under exactly this name, which precede those for its words */
function termQueries(terms: readonly SearchTerm[], measured: readonly string[]): string[] {
  // 'lipid p': a prefix with many completions is searched in the phrases only
  const specific = terms.filter(({ match, completions }) => match !== 'prefix' || completions !== 'many')
  const used = specific.length > 0 ? specific : terms
  if (used.length === 0) return [...measured]
  const complete = queriesOf(used, [''])
  // 'vit d': packages with any word that starts with d are noise
  const long = used.filter(({ typed }) => typed.length > 2)
  const anyTerms = long.length > 0 ? long : used
  return [
    allOf(queriesOf(used, ['~'])),
    ...(long.length === 0 ? [allOf(queriesOf(used, ['~'], { isIncomplete: true }))] : []),
    allOf(complete),
    allOf(queriesOf(used, [''], { isIncomplete: true })),
    ...measured,
    ...parameterFields.map((field) => allOf(queriesOf(used, [field], { isIncomplete: true }))),
    allOf(queriesOf(used, ['', '#', ...parameterFields], { isIncomplete: true })),
    // one by one: the index answers `a & b` in 0.3 ms, but reads all rows of `(a & b) | (b & c) | (a & c)`, for 10 ms
    ...(complete.length > 2 ? complete.map((_, omitted) => allOf(complete.toSpliced(-1 - omitted, 1))) : []),
    anyOf(queriesOf(anyTerms, [''])),
    anyOf(queriesOf(anyTerms, ['', '#', ...parameterFields], { isIncomplete: true })),
  ]
}

/** One query per term, in any of the fields. @param isIncomplete the last word may be incomplete */
function queriesOf(
  terms: readonly SearchTerm[],
  fields: readonly Field[],
  { isIncomplete = false } = {},
): string[] {
  const queries = terms.map((term, index) => {
    const isPrefix = isIncomplete && index === terms.length - 1 && mayBeIncomplete(term, terms.length)
    return anyOf(
      fields.flatMap((field) => [
        ...(term.match === 'exact' ? [lexeme(field, term.stem)] : []),
        ...(term.match === 'prefix' || isPrefix ? completionsOf(term, field) : []),
        ...[...term.corrections, ...term.joined].map((text) => lexeme(field, text)),
      ]),
    )
  })
  return [...new Set(queries)]
}

function completionsOf({ typed, completions }: SearchTerm, field: Field): string[] {
  return completions === 'many' ? [prefix(field, typed)] : completions.map((word) => lexeme(field, word))
}

/** A short word of the vocabulary may be the start of another one: 'ana' of 'anaemia'. A longer word rarely is. */
function mayBeIncomplete({ typed, completions }: SearchTerm, termCount: number): boolean {
  return typed.length < 5 && completions.length > 0 && (completions !== 'many' || termCount === 1)
}

function lexeme(field: string, text: string): string {
  return `'${(field + text).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

function prefix(field: string, text: string): string {
  return `${lexeme(field, text)}:*`
}

function anyOf(queries: readonly string[]): string {
  const distinct = [...new Set(queries)]
  return distinct.length === 1 ? (distinct[0] ?? '') : `(${distinct.join(' | ')})`
}

function allOf(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`
}
