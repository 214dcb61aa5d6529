import { findWrongCounts, findWrongPlaces } from '@jaanch/operations/places/find-wrong-places'
import { transactionOn } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { maxExamples } from './compare.ts'
import type { TableComparison } from './compare-chunk.ts'

/**
 * Compares the places of visits with what the log says of their bookings, and the counts of labs' days with the places. Live is what
 * the tables have, rebuilt what they should have; rows are counted from yesterday on.
 * @param generation that was just rebuilt
 */
export function comparePlacesWithLog(client: pg.ClientBase, generation: number): Promise<TableComparison[]> {
  return transactionOn(client, async () => {
    await client.query('set transaction isolation level repeatable read, read only')
    const places = await findWrongPlaces(client, generation)
    const counts = await findWrongCounts(client)
    const rows = await countRows(client)
    const [visitPlaces, labDays] = ['visit_places', 'lab_days'] as const
    const placeExamples = places.slice(0, maxExamples).map(({ visit, taken, said }) => ({
      table: visitPlaces,
      key: { id: visit },
      live: taken,
      rebuilt: said,
    }))
    const countExamples = counts.slice(0, maxExamples).map(({ labPartnerId, date, stored, counted }) => ({
      table: labDays,
      key: { lab_partner_id: labPartnerId, date },
      live: { taken: stored },
      rebuilt: { taken: counted },
    }))
    const missing = places.filter(({ taken }) => taken === null).length
    const surplus = places.filter(({ said }) => said === null).length
    return [
      {
        table: visitPlaces,
        live: rows.places,
        rebuilt: rows.places + missing - surplus,
        different: places.length,
        examples: placeExamples,
      },
      {
        table: labDays,
        live: rows.days,
        rebuilt: rows.days,
        different: counts.length,
        examples: countExamples,
      },
    ]
  })
}

async function countRows(client: pg.ClientBase): Promise<{ places: number; days: number }> {
  const { rows } = await client.query<{ places: number; days: number }>(
    `select (select count(*) from visit_places where bookings > 0 and date >= day) as places,
            (select count(*) from lab_days where date >= day) as days
       from (select (clock_timestamp() at time zone 'Asia/Kolkata')::date - 1 as day) yesterday`,
  )
  return rows[0] as { places: number; days: number }
}
