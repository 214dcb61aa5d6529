import { modelVersion } from '@jaanch/contracts/model-version'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import {
  countedBySlot,
  findWrongCounts,
  findWrongPlace,
  findWrongPlaces,
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
 * Makes the places of these visits what their events say, and counts the days again. Each visit and each date in a transaction of its
 * own: the log takes nothing while a visit is looked at again, some milliseconds.
 * @returns the number of visits and of days that were written
 */
export async function repairPlaces(
  pool: pg.Pool,
  { places }: WrongRows,
): Promise<{ visits: number; days: number }> {
  let [visits, days] = [0, 0]
  for (const { visit } of places) if (await repairVisit(pool, visit)) visits += 1
  for (const date of new Set((await findWrongCounts(pool)).map((count) => count.date))) {
    days += await countAgain(pool, date)
  }
  return { visits, days }
}

function repairVisit(pool: pg.Pool, visit: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // nothing is appended from here on: who has this lock may lock several dates
    await client.query('select pg_advisory_xact_lock(5129203)')
    const wrong = await findWrongPlace(client, visit)
    if (!wrong) return false
    const { said, taken } = wrong
    for (const date of [...new Set([said?.date, taken?.date])].sort()) {
      if (date) await client.query('select lock_places($1)', [date])
    }
    await client.query('delete from visit_places where id = $1', [visit])
    if (said) {
      await client.query(
        'insert into visit_places (id, lab_partner_id, date, slot, bookings) values ($1, $2, $3, $4, $5)',
        [visit, said.labPartnerId, said.date, said.slot, said.bookings],
      )
    }
    return true
  })
}

function countAgain(pool: pg.Pool, date: string): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query('select lock_places($1)', [date])
    const { rowCount } = await client.query(
      `with counted as (
         select lab_partner_id, ${countedBySlot} as taken from visit_places where date = $1 group by 1
       )
       insert into lab_days (lab_partner_id, date, taken)
       select lab_partner_id, $1, coalesce(c.taken, '{0,0,0,0,0,0}')
         from counted c full join (select lab_partner_id from lab_days where date = $1) d using (lab_partner_id)
       on conflict (lab_partner_id, date) do update set taken = excluded.taken where lab_days.taken <> excluded.taken`,
      [date],
    )
    return rowCount ?? 0
  })
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
