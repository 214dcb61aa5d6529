import { insertAudit } from '@jaanch/account/audit/audit'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { cities } from '@jaanch/contracts/vocabulary'
import { isCityOfPincodes } from '@jaanch/pincodes/distance'
import { areaOfPincode } from '@jaanch/pincodes/read-places'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { keepFor } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { type AutomaticAssignment, assignmentCalls } from './api.ts'

type Row = { city: string; isOn: boolean; changedAt: Date }

type Services = {
  logDb: pg.Pool
  /** Cities in which customers have addresses */
  citiesOfCustomers: () => Promise<readonly string[]>
}

/** Reads all saved addresses, so that the answer is kept for a minute. One for each process */
export function createCitiesOfCustomers(pool: pg.Pool): Services['citiesOfCustomers'] {
  return keepFor(60_000, async () => {
    const { rows } = await pool.query<{ pincode: string }>(
      'select distinct pincode from customer_addresses where deleted_at is null',
    )
    return rows.flatMap(({ pincode }) => areaOfPincode(pincode).city || [])
  })
}

export const listAutomaticAssignment = serveCall(assignmentCalls.listAutomaticAssignment, (_call, services) =>
  list(services),
)

export const setAutomaticAssignment = serveCall(
  assignmentCalls.setAutomaticAssignment,
  async ({ body: { city, isOn }, caller }, services) => {
    if (!isCityOfPincodes(city)) throw new AppError('not-found', 'No PIN code has this city.')
    await inTransaction(services.logDb, async (client) => {
      const { rowCount } = await client.query(
        `insert into automatic_assignment (city, is_on, changed_by) values ($1, $2, $3)
         on conflict (city) do update
           set is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = clock_timestamp()
         where automatic_assignment.is_on <> excluded.is_on`,
        [city, isOn, caller.userId],
      )
      if (rowCount === 0) return
      const entry = {
        action: 'automatic-assignment-changed',
        actor: actorOf(caller),
        userId: caller.userId,
      } as const
      await insertAudit(client, [{ ...entry, details: { city, isOn } }])
    })
    return list(services)
  },
)

/** The switch of each city: the ten that Jaanch offers, those in which customers have addresses, and those that were switched. */
async function list({ logDb, citiesOfCustomers }: Services): Promise<AutomaticAssignment[]> {
  const { rows } = await logDb.query<Row>(
    'select city, is_on as "isOn", changed_at as "changedAt" from automatic_assignment',
  )
  const switched = new Map(rows.map((row) => [row.city, row]))
  const others = new Set([...(await citiesOfCustomers()), ...switched.keys()])
  for (const city of cities) others.delete(city)
  return [...cities, ...[...others].toSorted()].map((city) => {
    const row = switched.get(city)
    return { city, isOn: row?.isOn ?? false, changedAt: row?.changedAt.toISOString() ?? null }
  })
}
