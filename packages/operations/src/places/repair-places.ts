import { modelVersion } from '@jaanch/contracts/model-version'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import {
  findWrongCounts,
  findWrongPlaces,
  judgeVisit,
  type WrongCount,
  type WrongPlace,
} from './find-wrong-places.ts'

export type WrongRows = { places: WrongPlace[]; counts: WrongCount[] }

/** Compares the places of visits with the log, and the counts with the places, in one snapshot. */
export function comparePlaces(pool: pg.Pool): Promise<WrongRows> {
  return inTransaction(
    pool,
    async (client) => ({
      places: await findWrongPlaces(client, await liveGeneration(client)),
      counts: await findWrongCounts(client),
    }),
    'begin isolation level repeatable read, read only',
  )
}

/**
 * Makes the places of these visits what their events say, and counts the days again. Each visit and each date is one statement, which
 * alone holds the lock of the log or of the date: a client that pauses or goes away keeps nobody waiting.
 * @returns the number of visits and of days of labs that were written
 */
export async function repairPlaces(
  pool: Pick<pg.Pool, 'query'>,
  { places }: Pick<WrongRows, 'places'>,
): Promise<{ visits: number; days: number }> {
  let [visits, days] = [0, 0]
  for (const { visit } of places) if (await repairVisit(pool, visit)) visits += 1
  for (const date of new Set((await findWrongCounts(pool)).map((count) => count.date))) {
    days += await countAgain(pool, date)
  }
  return { visits, days }
}

/** A visit that changes each time is one that people are using: it is left to the next call. */
const mostLooks = 10

/** @returns whether it was written; false if it is right by now */
async function repairVisit(pool: Pick<pg.Pool, 'query'>, visit: string): Promise<boolean> {
  for (let look = 1; look <= mostLooks; look += 1) {
    const { wrong, seen } = await judgeVisit(pool, visit)
    if (!wrong) return false
    const { rows } = await pool.query<{ isWritten: boolean }>(
      'select repair_place($1, $2, $3) as "isWritten"',
      [visit, JSON.stringify(seen), JSON.stringify(wrong.said)],
    )
    if (rows[0]?.isWritten) return true
  }
  return false
}

async function countAgain(pool: Pick<pg.Pool, 'query'>, date: string): Promise<number> {
  const { rows } = await pool.query<{ wrong: number }>('select recount_places($1) as wrong', [date])
  return rows[0]?.wrong ?? 0
}

/** The one that requests read. @throws Error if there is none */
async function liveGeneration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ generation: number }>(
    `select generation from read_generations where state = 'live' and model_version = $1`,
    [modelVersion],
  )
  if (!rows[0]) throw new Error(`No generation of model version ${modelVersion} is live.`)
  return rows[0].generation
}
