import { concernSearches, exampleSearches } from '@jaanch/contracts/fixed-searches'
import type { SearchSuggestions } from '@jaanch/contracts/http/packages'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { onOffer } from './packages.ts'

const mostConditions = 8

/** The conditions that the fixed concerns already lead to. */
const concernWords = concernSearches.flatMap((search) => search.toLowerCase().split(' '))

const conditionRow = z.object({ name: z.string(), packages: z.number() })

/**
 * Reads which searches the catalogue has an answer to.
 * @param find the search itself
 */
export async function readSearchSuggestions(
  db: CommonQueryMethods,
  find: (text: string) => Promise<readonly unknown[]>,
): Promise<SearchSuggestions> {
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
    if ((await find(search)).length > 0) found.push(search)
  }
  return { packages, found, conditions: [...conditions] }
}
