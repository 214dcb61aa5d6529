import { sql } from 'slonik'
import { z } from 'zod'

/** A column `rating` of a row of labs or packages. */
export const ratingColumn = z.object({ reviews: z.number(), stars: z.number() }).nullable()

/** SQL: the rating of the lab or package with this id. */
export function selectRating(kind: 'lab' | 'package', id: ReturnType<typeof sql.identifier>) {
  return sql.fragment`
    (select jsonb_build_object('reviews', reviews, 'stars', stars) from ratings
      where kind = ${kind} and ratings.id = ${id})`
}
