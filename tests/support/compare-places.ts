import { modelVersion } from '@jaanch/booking-stream/model-version'
import { findWrongCounts, findWrongPlaces } from '@jaanch/operations/places/find-wrong-places'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

/** Compares the places of visits with the log, and the counts with the places, in one snapshot. */
export function comparePlaces(pool: pg.Pool) {
  return inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ generation: number }>(
        "select generation from read_generations where state = 'live' and model_version = $1",
        [modelVersion],
      )
      if (!rows[0]) throw new Error(`No generation of model version ${modelVersion} is live`)
      return {
        places: await findWrongPlaces(client, rows[0].generation),
        counts: await findWrongCounts(client),
      }
    },
    'begin isolation level repeatable read, read only',
  )
}
