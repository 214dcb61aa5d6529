import type pg from 'pg'

type LabRating = { id: string; reviews: number; mean: number }

/** @returns of each lab with a review that counts: how many, and the mean of their stars (1 to 5), by its id */
export async function readLabRatings(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
): Promise<Map<string, { reviews: number; mean: number }>> {
  const { rows } = await db.query<LabRating>(
    `select id, reviews::int, stars::float8 / reviews as mean from ratings where kind = 'lab' and reviews > 0`,
  )
  return new Map(rows.map(({ id, ...rating }) => [id, rating]))
}
