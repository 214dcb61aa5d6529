import { insertAudit } from '@jaanch/account/audit/audit'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { cities } from '@jaanch/contracts/vocabulary'
import { type Area, areaOfPincode } from '@jaanch/pincodes/area'
import { isCityOfPincodes } from '@jaanch/pincodes/distance'
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

/** What labs declared, less what is taken */
export type FreeVisits = {
  /** Those that it depends on: none where nothing is limited */
  labs: string[]
  /** Free visits by slot of each date on which a lab comes, of all labs and of those that come within four hours */
  free: Record<string, { all: number[]; instant: number[] }>
}

const bySlot = (of: (slot: number) => string) => `array[${[1, 2, 3, 4, 5, 6].map(of).join(', ')}]`
const freeBySlot = (labs: string) =>
  bySlot(
    (slot) =>
      `coalesce(sum(greatest(visits[${slot}] - coalesce(taken[${slot}], 0) + coalesce(places[${slot}], 0), 0)) ${labs}, 0)`,
  )

/**
 * `spare`: places that have a row and count as free, by lab and date: of expired holds, and of the visit that is moved. There are
 * few, and mostly none.
 */
export const slotsSql = `
  with area as materialized (
    select c from labs_of_area($1, $2) c where $5::uuid is null
    union all select c from lab_capacities c where c.lab_partner_id = $5
  ),
  spare as materialized (
    select lab_partner_id, date, ${bySlot((slot) => `count(*) filter (where slot = ${slot})`)} as places
      from (select lab_partner_id, date, slot from visit_places
             where expires_at is not null and date = any ($3::date[]) and expires_at <= statement_timestamp()
            union all select lab_partner_id, date, slot from visit_places where id = $6) v
     where lab_partner_id in (select (c).lab_partner_id from area)
     group by lab_partner_id, date
  ),
  lab_day as (
    select d.date, (area.c).instant as instant, v.visits, l.taken, s.places
      from area
     cross join unnest($3::date[]) d (date)
     cross join lateral (select visits_on(area.c, d.date, $4::uuid[]) as visits offset 0) v
      left join lab_days l on l.lab_partner_id = (area.c).lab_partner_id and l.date = d.date
      left join spare s on s.lab_partner_id = (area.c).lab_partner_id and s.date = d.date
     where v.visits is not null
  )
  select coalesce((select array_agg((c).lab_partner_id::text) from area), '{}') as labs,
         coalesce((select jsonb_object_agg(date, jsonb_build_object('all', free, 'instant', instant))
                     from (select date, ${freeBySlot('')} as free, ${freeBySlot('filter (where instant)')} as instant
                             from lab_day group by date) days), '{}') as free`

type Asked = {
  area: Area
  /** YYYY-MM-DD in India */
  dates: readonly string[]
  packageIds: readonly string[]
  /** Of this lab alone, whatever area it declared */
  labPartnerId?: string | null | undefined
  /** Its own place counts as free */
  visitId?: string | null | undefined
}

/** Reads the labs of the area and a row of `lab_days` for each lab and day, whatever the number of bookings. */
export async function readFreeVisits(
  pool: Pick<pg.Pool, 'query'>,
  { area, dates, packageIds, labPartnerId, visitId }: Asked,
): Promise<FreeVisits> {
  const { rows } = await pool.query<FreeVisits>({
    name: 'slots',
    text: slotsSql,
    values: [area.pincode, area.city, dates, packageIds, labPartnerId ?? null, visitId ?? null],
  })
  return rows[0] as FreeVisits
}
