import { minutesOf } from '@jaanch/domain/analytics/turnaround'
import type { LabCapacity, VisitToAssign } from '@jaanch/domain/assignment/candidate'
import type pg from 'pg'

/** An approved lab, as far as it does not depend on the visit. */
export type ApprovedLab = {
  labPartnerId: string
  labName: string
  pincode: string | null
  capacity: LabCapacity | null
}

/** The read tables that workers look at, which belong to the projector: hints. */
type Generation = { generation: number }

/** No read tables are live: which labs are approved is not known at the moment. */
class LabsUnknownError extends Error {
  override name = 'LabsUnknownError'
}

async function liveGeneration(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Generation>({
    name: 'live-generation',
    text: `select generation from read_generations where state = 'live' order by model_version desc limit 1`,
  })
  if (!rows[0]) throw new LabsUnknownError('No read tables are live')
  return rows[0].generation
}

/**
 * The approved labs that may serve one of the visits: those that declared its PIN code or its city, and those that declared nothing.
 * The account of a suspended lab is disabled in the transaction of the suspension, so it is left out at once.
 */
export async function readLabs(pool: pg.Pool, visits: readonly VisitToAssign[]): Promise<ApprovedLab[]> {
  const generation = await liveGeneration(pool)
  const { rows } = await pool.query<ApprovedLab>({
    name: `approved-labs-${generation}`,
    text: `select l.id as "labPartnerId", l.lab_name as "labName", l.pincode,
                  case when c.lab_partner_id is not null then json_build_object('pincodes', c.pincodes, 'cities', c.cities,
                    'limiting', json_build_object('pincodes', c.limiting_pincodes, 'cities', c.limiting_cities), 'weekdays', c.weekdays, 'slots', c.slots, 'instant', c.instant,
                    'excludedPackageIds', c.excluded_package_ids, 'daysOff', c.days_off) end as capacity
             from read_${generation}.lab_partners r
             join lab_partners l on l.id = r.id
             join users u on u.id = l.user_id
             left join lab_capacities c on c.lab_partner_id = l.id
            where r.status = 'approved' and u.is_active
              and (c.lab_partner_id is null or c.pincodes && $1::text[] or c.cities && $2::text[])`,
    values: [known(visits.map(({ pincode }) => pincode)), known(visits.map(({ city }) => city))],
  })
  return rows
}

const known = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** Visits that take a place, by `<lab> <date>` and slot. */
export type TakenPlaces = Map<string, number[]>

/** Of the labs that declared the areas of the visits, on their dates. A place of the visit itself counts as free: see `ownPlaces`. */
export async function readTaken(pool: pg.Pool, visits: readonly VisitToAssign[]): Promise<TakenPlaces> {
  const dates = [...new Set(visits.flatMap(({ slots }) => slots.map(({ date }) => date)))]
  const { rows } = await pool.query<{ labPartnerId: string; date: string; taken: number[] }>({
    name: 'taken-places',
    text: `select d.lab_partner_id as "labPartnerId", d.date::text, d.taken
             from lab_capacities c join lab_days d on d.lab_partner_id = c.lab_partner_id
            where d.date = any($1::date[]) and (c.pincodes && $2::text[] or c.cities && $3::text[])`,
    values: [dates, known(visits.map(({ pincode }) => pincode)), known(visits.map(({ city }) => city))],
  })
  return new Map(rows.map(({ labPartnerId, date, taken }) => [`${labPartnerId} ${date}`, taken]))
}

/** @returns the places that visits have, by the visit's id: `<lab> <date>` and slot */
export async function readOwnPlaces(
  pool: pg.Pool,
  visits: readonly VisitToAssign[],
): Promise<Map<string, { day: string; slot: number }>> {
  const { rows } = await pool.query<{ id: string; day: string; slot: number }>({
    name: 'own-places',
    text: `select id, lab_partner_id || ' ' || date as day, slot from visit_places where id = any($1::uuid[])`,
    values: [visits.map(({ id }) => id)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of bookings that were completed in this time */
const medianOfDays = 90

/** @returns hours from assignment to report by lab; none without read tables, which only the projector can make */
export async function readMedians(pool: pg.Pool): Promise<Map<string, number>> {
  const generation = await liveGeneration(pool)
  const { rows } = await pool.query<{ labPartnerId: string; bucket: number }>({
    name: `lab-medians-${generation}`,
    text: `select lab_partner_id as "labPartnerId", min(bucket) filter (where upto * 2 >= total) as bucket
             from (select lab_partner_id, bucket, sum(sum(n)) over (partition by lab_partner_id order by bucket) as upto,
                          sum(sum(n)) over (partition by lab_partner_id) as total
                     from read_${generation}.turnarounds
                    where day >= (clock_timestamp() at time zone 'Asia/Kolkata')::date - ${medianOfDays}
                    group by lab_partner_id, bucket) histogram
            group by lab_partner_id`,
  })
  return new Map(rows.map(({ labPartnerId, bucket }) => [labPartnerId, minutesOf(bucket) / 60]))
}
