import { minutesOf } from '@jaanch/contracts/turnaround'
import { findLiveGeneration } from '@jaanch/eventlog/read-generations'
import { kmBetweenPincodes } from '@jaanch/pincodes/distance'
import { batchCalls, keepFor } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Place } from '../booking.ts'
import {
  type Candidate,
  candidateOf,
  type LabCapacity,
  type LabFacts,
  type RankedLab,
  type Rating,
  rankLabs,
  type VisitToAssign,
} from './rank-labs.ts'

/** An approved lab, as far as it does not depend on the visit. */
type ApprovedLab = {
  labPartnerId: string
  labName: string
  pincode: string | null
  capacity: LabCapacity | null
}

/** No read tables are live: which labs are approved is not known at the moment. */
class LabsUnknownError extends Error {
  override name = 'LabsUnknownError'
}

async function liveGeneration(pool: pg.Pool): Promise<number> {
  const generation = await findLiveGeneration(pool)
  if (generation === undefined) throw new LabsUnknownError('No read tables are live')
  return generation
}

/**
 * The approved labs that may serve one of the visits: those that declared its PIN code or its city, and those that declared nothing.
 * The account of a suspended lab is disabled in the transaction of the suspension, so it is left out at once.
 */
async function readLabs(pool: pg.Pool, visits: readonly VisitToAssign[]): Promise<ApprovedLab[]> {
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
type TakenPlaces = Map<string, number[]>

/** Reads the taken places of labs that declared the areas of the visits, on their dates. The place of a visit itself counts as free: see `readOwnPlaces`. */
async function readTaken(pool: pg.Pool, visits: readonly VisitToAssign[]): Promise<TakenPlaces> {
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
async function readOwnPlaces(
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

/** The medians are those of bookings that were completed in this time */
const medianOfDays = 90

/** @returns hours from assignment to report by lab; none without read tables, which only the projector can make */
async function readMedians(pool: pg.Pool): Promise<Map<string, number>> {
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

export type SuggestedLab = RankedLab & { labName: string }

export type Ranking = {
  /**
   * Ranks the approved labs for a visit on what is stored now. Concurrent calls share their reads.
   * @param options.except labs that must not get it @param options.reserved places that are about to be taken
   * @returns the best lab first
   * @throws LabsUnknownError
   */
  rank(visit: VisitToAssign, options?: RankOptions): Promise<SuggestedLab[]>
}
type RankOptions = { except?: ReadonlySet<string>; reserved?: Reservations }

/** How long medians and ratings are kept, ms: they change slowly and cost more than all else */
const keepMs = 60_000

type Facts = {
  labs: readonly ApprovedLab[]
  taken: Map<string, number[]>
  own: Map<string, { day: string; slot: number }>
  medians: Map<string, number>
  ratings: Map<string, Rating>
}

/** The ranking of labs, for the API and the workers alike. One per process. */
export function createRanking(pool: pg.Pool): Ranking {
  const none = () => new Map()
  const medians = keepFor(keepMs, () => readMedians(pool).catch(none))
  const ratings = keepFor(keepMs, () => readLabRatings(pool).catch(none))

  const readFacts = batchCalls(async (visits: VisitToAssign[]): Promise<Facts[]> => {
    const [labs, taken, own, hours, stars] = await Promise.all([
      readLabs(pool, visits),
      readTaken(pool, visits),
      readOwnPlaces(pool, visits),
      medians(),
      ratings(),
    ])
    const facts: Facts = { labs, taken, own, medians: hours, ratings: stars }
    return visits.map(() => facts)
  })

  return {
    async rank(visit, { except, reserved } = {}) {
      const facts = await readFacts(visit)
      const names = new Map(facts.labs.map(({ labPartnerId, labName }) => [labPartnerId, labName]))
      const candidates = facts.labs.flatMap((lab): Candidate[] => {
        if (except?.has(lab.labPartnerId)) return []
        const candidate = candidateOf(factsOf(lab, visit, facts, reserved), visit)
        return candidate ? [candidate] : []
      })
      return rankLabs(candidates).map((lab) => ({ ...lab, labName: names.get(lab.labPartnerId) ?? '' }))
    },
  }
}

const nobody = [0, 0, 0, 0, 0, 0]

function factsOf(
  { labPartnerId, pincode, capacity }: ApprovedLab,
  visit: VisitToAssign,
  { taken, own, medians, ratings }: Facts,
  reserved: Reservations | undefined,
): LabFacts {
  const day = `${labPartnerId} ${visit.slots[0]?.date}`
  const ownPlace = own.get(visit.id)
  const takenBy = (count: number, slot: number, visits: number) => {
    const byOthers = count + (reserved?.count(day, slot) ?? 0)
    const isOwn = ownPlace?.day === day && ownPlace.slot === slot
    // the place that the visit has is free for it, whoever else is about to take one
    return isOwn ? Math.min(byOthers - 1, visits - 1) : byOthers
  }
  return {
    labPartnerId,
    capacity,
    taken: capacity
      ? (taken.get(day) ?? nobody).map((count, index) =>
          takenBy(count, index + 1, capacity.slots[index] ?? 0),
        )
      : nobody,
    km: pincode && visit.pincode ? (kmBetweenPincodes(pincode, visit.pincode) ?? null) : null,
    medianHours: medians.get(labPartnerId) ?? null,
    rating: ratings.get(labPartnerId) ?? null,
  }
}

type LabRating = { id: string; reviews: number; mean: number }

/** @returns of each lab with a review that counts: how many, and the mean of their stars (1 to 5), by its id */
export async function readLabRatings(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
): Promise<Map<string, { reviews: number; mean: number }>> {
  const { rows } = await db.query<LabRating>(
    `select id, reviews::int, stars::float8 / reviews as mean from ratings where kind = 'lab' and reviews > 0`,
  )
  return new Map(rows.map(({ id, ...rating }) => [id, rating]))
}

/**
 * Places that this process is about to take, or that a preview takes: two hundred visits that are assigned at the same moment do not
 * all choose the lab with one place left.
 */
export type Reservations = {
  /** @param day `<lab> <date>` */
  count(day: string, slot: number): number
  /** @returns gives it back, once its append has an outcome */
  take(place: Place): () => void
}

export function createReservations(): Reservations {
  const counts = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    count: (day, slot) => counts.get(`${day} ${slot}`) ?? 0,
    take({ labPartnerId, date, slot }) {
      const key = `${labPartnerId} ${date} ${slot}`
      add(key, 1)
      return () => add(key, -1)
    },
  }
}
