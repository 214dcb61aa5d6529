import { istDate } from '@jaanch/contracts/calendar'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { kmBetweenPincodes, kmToCity } from '@jaanch/pincodes/distance'
import type pg from 'pg'
import { bySlot, type CapacityInput, type CapacityView } from './api.ts'

type Db = Pick<pg.ClientBase, 'query'>
/** The part of the view that a lab declares itself. */
export type Capacity = Omit<CapacityView, 'isDeclared' | 'changedAt' | 'waiting'>

type CapacityRow = Omit<Capacity, 'slots'> & {
  slots: number[]
  limitingPincodes: string[]
  limitingCities: string[]
  waits: boolean
  changedAt: Date
}

const nothing: CapacityView = {
  pincodes: [],
  cities: [],
  weekdays: [],
  slots: bySlot(() => 0),
  instant: false,
  excludedPackageIds: [],
  daysOff: [],
  isDeclared: false,
  waiting: { pincodes: [], cities: [] },
  changedAt: null,
}

/** @returns what a lab declared, without days off in the past; empty before it declared anything */
export async function readCapacity(db: Db, labPartnerId: string, now: Date): Promise<CapacityView> {
  const { rows } = await db.query<CapacityRow>({
    name: 'lab-capacity',
    text: `select pincodes, cities, weekdays, slots, instant, excluded_package_ids as "excludedPackageIds",
                  days_off::text[] as "daysOff", limiting_pincodes as "limitingPincodes", limiting_cities as "limitingCities",
                  waits_for_consent(c) as waits, changed_at as "changedAt"
             from lab_capacities c where lab_partner_id = $1`,
    values: [labPartnerId],
  })
  const [row] = rows
  if (!row) return nothing
  const { limitingPincodes, limitingCities, waits, ...declared } = row
  const without = (areas: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return areas.filter((area) => waits && !known.has(area))
  }
  return {
    ...declared,
    slots: bySlot((_, index) => row.slots[index] ?? 0),
    daysOff: fromToday(row.daysOff, now),
    isDeclared: true,
    waiting: {
      pincodes: without(row.pincodes, limitingPincodes),
      cities: without(row.cities, limitingCities),
    },
    changedAt: row.changedAt.toISOString(),
  }
}

/** Lists have an order of their own, so that the same declaration again is no change. */
export function normalised(input: CapacityInput, now: Date): Capacity {
  return {
    pincodes: input.pincodes.toSorted(),
    cities: input.cities.toSorted(),
    weekdays: input.weekdays.toSorted(),
    slots: bySlot((slot) => input.slots[slot] ?? 0),
    instant: input.instant,
    excludedPackageIds: input.excludedPackageIds.toSorted(),
    daysOff: fromToday(input.daysOff.toSorted(), now),
  }
}

function fromToday(dates: readonly string[], now: Date): string[] {
  const today = istDate(now)
  return dates.filter((day) => day >= today)
}

export async function writeCapacity(db: Db, labPartnerId: string, capacity: Capacity): Promise<void> {
  const { pincodes, cities, weekdays, slots, instant, excludedPackageIds, daysOff } = capacity
  await db.query(
    `insert into lab_capacities
       (lab_partner_id, pincodes, cities, weekdays, slots, instant, excluded_package_ids, days_off)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (lab_partner_id) do update
       set pincodes = excluded.pincodes, cities = excluded.cities, weekdays = excluded.weekdays, slots = excluded.slots,
           instant = excluded.instant, excluded_package_ids = excluded.excluded_package_ids,
           days_off = excluded.days_off, changed_at = clock_timestamp()`,
    [
      labPartnerId,
      pincodes,
      cities,
      weekdays,
      timeSlots.map((slot) => slots[slot]),
      instant,
      excludedPackageIds,
      daysOff,
    ],
  )
  await measureAreas(db, labPartnerId)
}

/** Locks a lab, so that its declaration, consent and PIN code change one after the other. @returns the user id of its owner */
export async function lockLab(db: Db, labPartnerId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    'select user_id as "userId" from lab_partners where id = $1 for no key update',
    [labPartnerId],
  )
  return rows[0]?.userId
}

export async function removeCapacity(db: Db, labPartnerId: string): Promise<void> {
  await db.query('delete from lab_capacities where lab_partner_id = $1', [labPartnerId])
}

/** An admin consents to areas that the lab declared: they limit customers, however far they are. */
export async function addConsent(
  db: Db,
  labPartnerId: string,
  { pincodes, cities }: CapacityView['waiting'],
): Promise<void> {
  await db.query(
    `update lab_capacities set consented_pincodes = consented_pincodes || $2::text[], consented_cities = consented_cities || $3::text[]
      where lab_partner_id = $1`,
    [labPartnerId, pincodes, cities],
  )
  await measureAreas(db, labPartnerId)
}

/** Ends the consent of a lab that is suspended: after it is reinstated, its far areas wait again. */
export async function endConsent(db: Db, labPartnerId: string): Promise<void> {
  // like whoever changes the declaration or the PIN code, whose areas would else be those of the consent
  await lockLab(db, labPartnerId)
  await db.query(
    `update lab_capacities set consented_pincodes = '{}', consented_cities = '{}' where lab_partner_id = $1`,
    [labPartnerId],
  )
  await measureAreas(db, labPartnerId)
}

type Areas = { pincodes: readonly string[]; cities: readonly string[] }
type Declaration = {
  declared: Areas
  /** The areas that an admin consented to */
  consented: Areas
  /** The PIN code that an admin recorded for the lab */
  labPincode: string | null
}

/** Areas farther from a lab limit nobody without an admin's consent: a collector drives no further in two hours */
const limitsWithinKm = 60

/** @returns the declared areas that limit customers; a city counts by its centre. Without a recorded PIN code nothing is near */
function limitingAreas({ declared, consented, labPincode }: Declaration): Areas {
  const isNear = (km: number | undefined) => km !== undefined && km <= limitsWithinKm
  const [pincodes, cities] = [new Set(consented.pincodes), new Set(consented.cities)]
  return {
    pincodes: declared.pincodes.filter(
      (code) => pincodes.has(code) || (labPincode !== null && isNear(kmBetweenPincodes(labPincode, code))),
    ),
    cities: declared.cities.filter(
      (city) => cities.has(city) || (labPincode !== null && isNear(kmToCity(labPincode, city))),
    ),
  }
}

/** Stores what the declaration of a lab limits. @param client in a transaction that has locked the row of the lab */
export async function measureAreas(client: Db, labPartnerId: string): Promise<void> {
  const { rows } = await client.query<Declaration>(
    `select l.pincode as "labPincode",
            json_build_object('pincodes', c.pincodes, 'cities', c.cities) as declared,
            json_build_object('pincodes', c.consented_pincodes, 'cities', c.consented_cities) as consented
       from lab_capacities c join lab_partners l on l.id = c.lab_partner_id
      where c.lab_partner_id = $1`,
    [labPartnerId],
  )
  if (!rows[0]) return
  const { pincodes, cities } = limitingAreas(rows[0])
  await client.query(
    'update lab_capacities set limiting_pincodes = $2, limiting_cities = $3 where lab_partner_id = $1',
    [labPartnerId, pincodes, cities],
  )
}
