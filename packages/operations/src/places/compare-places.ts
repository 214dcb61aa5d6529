import { modelVersion } from '@jaanch/contracts/model-version'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { findWrongCounts, findWrongPlaces, type WrongCount, type WrongPlace } from './find-wrong-places.ts'

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

/** The one that requests read. @throws Error if there is none */
async function liveGeneration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ generation: number }>(
    `select generation from read_generations where state = 'live' and model_version = $1`,
    [modelVersion],
  )
  if (!rows[0]) throw new Error(`No generation of model version ${modelVersion} is live.`)
  return rows[0].generation
}
