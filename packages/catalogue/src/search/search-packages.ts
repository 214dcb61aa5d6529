import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { sendKept } from '../catalogue-answers.ts'
import { packageCalls, type SearchSuggestions } from '../packages/api.ts'
import { listedPrice, pricedPackages } from '../packages/listed-price.ts'
import {
  onOffer,
  type PackageRow,
  packageColumns,
  packageRow,
  presentPackage,
} from '../packages/package-rows.ts'
import { concernSearches, exampleSearches } from './fixed-searches.ts'
import { isOfParameters, rankedQueries } from './ranked-queries.ts'
import { readSearchTerms } from './search-terms.ts'

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
