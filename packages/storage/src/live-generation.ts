import type pg from 'pg'

/** @returns the read tables that workers look at, which belong to the projector; undefined while none are live */
export async function findLiveGeneration(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ generation: number }>({
    name: 'live-generation',
    text: `select generation from read_generations where state = 'live' order by model_version desc limit 1`,
  })
  return rows[0]?.generation
}
