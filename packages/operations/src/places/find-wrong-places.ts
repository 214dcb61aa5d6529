import type { BookingSummary, Place } from '@jaanch/contracts/booking'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { bookingSummaryModel } from '@jaanch/domain/booking/summary'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type { Queryable } from '@jaanch/eventlog/read'

/** The place of a visit, and how many of its bookings are open */
export type VisitPlace = Place & { bookings: number }

/** `said`: by the events, `taken`: by its row; null for none */
export type WrongPlace = { visit: string; said: VisitPlace | null; taken: VisitPlace | null }

/** Visits in each slot of a lab on a date: `counted` are the rows of `visit_places`, `stored` is what `lab_days` has */
export type WrongCount = { labPartnerId: string; date: string; counted: number[]; stored: number[] }

const bookings = commandHandler(bookingSummaryModel)

/** Earlier visits are over: their places limit nobody */
const from = `(clock_timestamp() at time zone 'Asia/Kolkata')::date - 1`
const placeOf = (of: string) =>
  `jsonb_build_object('labPartnerId', ${of}.lab_partner_id, 'date', ${of}.date, 'slot', ${of}.slot)`

/** What the read tables do not say so: most of these visits only changed after the checkpoint. */
const suspectsSql = (generation: number) => `
  with said as (
    select coalesce((data ->> 'visitId')::uuid, id) as visit, count(*) as bookings, array_agg(data -> 'place') as places
      from read_${generation}.bookings
     where collection_date >= ${from} and status <> 'cancelled' and jsonb_typeof(data -> 'place') = 'object'
     group by 1
  ),
  taken as (select id as visit, bookings, ${placeOf('v')} as place from visit_places v where bookings > 0 and date >= ${from})
  select visit from said full join taken using (visit)
   where said.visit is null or taken.visit is null or said.bookings <> taken.bookings or not taken.place = any (said.places)`

/**
 * The visits from yesterday on whose place is not what the events of their bookings say. A booking that is completed keeps its place.
 * A visit of which they say none may have one if its lab declared something later: then the row counts it in its slot (migration 67).
 * @param db in a snapshot, or holding the lock of the log: the events and the rows must be of the same moment
 * @param generation of the read tables, complete up to any position
 */
export async function findWrongPlaces(db: Queryable, generation: number): Promise<WrongPlace[]> {
  const { rows } = await db.query<{ visit: string }>(suspectsSql(generation))
  const wrong: WrongPlace[] = []
  for (const { visit } of rows) {
    const found = await findWrongPlace(db, visit)
    if (found) wrong.push(found)
  }
  return wrong
}

/** The same for one visit. @returns undefined if its place is right */
export async function findWrongPlace(db: Queryable, visit: string): Promise<WrongPlace | undefined> {
  const members = await readMembers(db, visit)
  const taken = await readTaken(db, visit)
  const said = saidOf(members, taken)
  const [latest] = said
  if (!latest && !taken) return undefined
  const isRight = taken?.bookings === said.length && said.some(({ place }) => same(place, taken))
  if (isRight) return undefined
  return { visit, said: latest ? { ...latest.place, bookings: said.length } : null, taken: taken ?? null }
}

/** The bookings of a visit that were not cancelled, by their streams, the last changed one first */
async function readMembers(db: Queryable, visit: string): Promise<BookingSummary[]> {
  const { rows } = await db.query<{ id: string }>(
    'select $1::uuid as id union select booking_id from booking_details where visit_id = $1',
    [visit],
  )
  const members: BookingSummary[] = []
  for (const { id } of rows) {
    const booking = await bookings.load(db, id)
    if (booking && booking.status !== 'cancelled' && (booking.visitId ?? id) === visit) members.push(booking)
  }
  return members.sort((one, other) => other.position - one.position)
}

/** The places that the events say; if they say none, those as which the lab's declaration may have counted the bookings */
function saidOf(members: readonly BookingSummary[], taken: Place | undefined): { place: Place }[] {
  const said = members.flatMap(({ place }) => (place ? [{ place }] : []))
  if (said.length > 0 || !taken) return said
  const { labPartnerId, date, slot } = taken
  return members.flatMap((booking) =>
    isCountedAs(booking, taken) ? [{ place: { labPartnerId, date, slot } }] : [],
  )
}

/** An instant visit is counted in the slot in which it was to be made, which its events do not say. */
function isCountedAs({ labPartnerId, scheduledDate, scheduledTime }: BookingSummary, taken: Place): boolean {
  if (labPartnerId !== taken.labPartnerId) return false
  if (scheduledDate === null || scheduledTime === null) return true
  return scheduledDate === taken.date && slotNumber(scheduledTime) === taken.slot
}

async function readTaken(db: Queryable, visit: string): Promise<VisitPlace | undefined> {
  const { rows } = await db.query<VisitPlace>(
    `select lab_partner_id as "labPartnerId", date::text as date, slot, bookings from visit_places
      where id = $1 and bookings > 0`,
    [visit],
  )
  return rows[0]
}

function same(one: Place, other: Place): boolean {
  return one.labPartnerId === other.labPartnerId && one.date === other.date && one.slot === other.slot
}

const zeros = `'{0,0,0,0,0,0}'::smallint[]`
export const countedBySlot = `array[${[1, 2, 3, 4, 5, 6].map((slot) => `count(*) filter (where slot = ${slot})`).join(', ')}]::smallint[]`

/** The days from yesterday on whose counts are not those of the rows. One statement: rows and counts are of the same moment. */
export async function findWrongCounts(db: Queryable): Promise<WrongCount[]> {
  const { rows } = await db.query<WrongCount>(
    `with counted as (
       select lab_partner_id, date, ${countedBySlot} as taken from visit_places where date >= ${from} group by 1, 2
     )
     select lab_partner_id as "labPartnerId", date::text as date, coalesce(c.taken, ${zeros}) as counted,
            coalesce(d.taken, ${zeros}) as stored
       from counted c full join (select * from lab_days where date >= ${from}) d using (lab_partner_id, date)
      where coalesce(c.taken, ${zeros}) <> coalesce(d.taken, ${zeros})
      order by date, lab_partner_id`,
  )
  return rows
}
