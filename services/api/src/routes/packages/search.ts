import { type CommonQueryMethods, sql } from 'slonik'
import { onOffer, type PackageRow, packageColumns, packageRow } from './presenter.ts'

const most = 60

/**
 * Finds tests and packages by what people type: the beginning of any word of name, alias, condition or category, and
 * words that are nearly right. Several words ask for any of them, ranked by how well they fit together.
 * @returns best first; an empty text finds the popular ones
 */
export async function searchPackages(db: CommonQueryMethods, text: string): Promise<readonly PackageRow[]> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) {
    return db.any(sql.type(packageRow)`
      select ${packageColumns} from packages where is_popular and ${onOffer} order by name limit ${most}`)
  }
  const prefixes = words.map((word) => `${word}:*`).join(' | ')
  return db.any(sql.type(packageRow)`
    with asked as (
      select to_tsquery('simple', lower(unaccent(${prefixes}))) as query, lower(unaccent(${words.join(' ')})) as text
    )
    select ${packageColumns} from packages, asked
     where ${onOffer} and (search_vector @@ asked.query or asked.text <% search_text)
     order by (search_vector @@ asked.query) desc,
              ts_rank(search_vector, asked.query) + word_similarity(asked.text, lower(name))
                + word_similarity(asked.text, search_text) desc,
              is_popular desc, name
     limit ${most}`)
}
