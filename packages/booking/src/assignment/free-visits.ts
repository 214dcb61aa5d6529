import type { Area } from '@jaanch/pincodes/area'
import type pg from 'pg'

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
