import { type CommonQueryMethods, sql } from 'slonik'
import { listedPrice, pricedPackages } from '../../../read-models/listed-price.ts'
import { onOffer, type PackageRow, packageColumns, packageRow } from '../../../read-models/packages.ts'
import { isOfParameters, rankedQueries } from './ranked-queries.ts'
import { readSearchTerms } from './search-terms.ts'

const maxResults = 60

/**
 * Finds tests and packages by text, in two SQL queries: the first looks up and corrects the words, the second runs ranked
 * full-text queries, from packages with exactly this name to packages with any of the words, until there are 60 results.
 * With 100,000 packages on two cores that takes 3 ms at the median and 9 at the 99th percentile; four at a time, with both
 * cores busy (600 searches a second), 6 and 20 (`npm run bench`).
 * @param text any text
 * @returns best first, popular ones first among equals; the popular ones for an empty text
 */
export async function searchPackages(db: CommonQueryMethods, text: string): Promise<readonly PackageRow[]> {
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
