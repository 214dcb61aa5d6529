import { AppError } from '@jaanch/contracts/errors'
import { type AutomaticAssignment, assignmentRoutes } from '@jaanch/contracts/http/assignment'
import { cities } from '@jaanch/contracts/vocabulary'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { isCityOfPincodes } from '@jaanch/pincodes/distance'
import { keepFor } from '@jaanch/platform/keep-for'
import { inTransaction } from '@jaanch/platform/postgres'
import { insertAudit } from '@jaanch/storage/audit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'

type Row = { city: string; isOn: boolean; changedAt: Date }

/** Reads all saved addresses */
const keepCitiesMs = 60_000

/** The switch of each city: the ten that Jaanch offers, those in which customers have addresses, and those that were switched. */
export function registerAutomaticAssignment(app: FastifyInstance, parts: { logDb: pg.Pool }): void {
  const { logDb: pool } = parts

  const citiesOfCustomers = keepFor(keepCitiesMs, async () => {
    const { rows } = await pool.query<{ pincode: string }>(
      'select distinct pincode from customer_addresses where deleted_at is null',
    )
    return rows.flatMap(({ pincode }) => areaOfPincode(pincode).city || [])
  })

  async function list(): Promise<AutomaticAssignment[]> {
    const { rows } = await pool.query<Row>(
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

  app.serve(assignmentRoutes.listAutomaticAssignment, list)

  app.serve(assignmentRoutes.setAutomaticAssignment, async ({ body: { city, isOn }, caller }) => {
    if (!isCityOfPincodes(city)) throw new AppError('not-found', 'No PIN code has this city.')
    await inTransaction(pool, async (client) => {
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
    return list()
  })
}
