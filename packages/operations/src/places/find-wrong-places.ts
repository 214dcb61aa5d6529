import type { BookingSummary, Place } from '@jaanch/booking/booking'
import { proposalKeptUntil } from '@jaanch/booking/rules'
import { bookings } from '@jaanch/booking/visit/command-visit'
import { isSamePlace } from '@jaanch/booking/visit/place-change'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { Queryable } from '@jaanch/eventlog/read'

/** The place of a visit, and how many of its bookings are open. `expiresAt`: when an order that nobody answered gives it back */
type VisitPlace = Place & { bookings: number; expiresAt: string | null }

/** `said`: by the events, `taken`: by its row; null for none */
export type WrongPlace = { visit: string; said: VisitPlace | null; taken: VisitPlace | null }

/** Visits in each slot of a lab on a date: `counted` are the rows of `visit_places`, `stored` is what `lab_days` has */
export type WrongCount = { labPartnerId: string; date: string; counted: number[]; stored: number[] }

/** Earlier visits are over: their places limit nobody */
const from = `(clock_timestamp() at time zone 'Asia/Kolkata')::date - 1`
const placeOf = (of: string) =>
  `jsonb_build_object('labPartnerId', ${of}.lab_partner_id, 'date', ${of}.date, 'slot', ${of}.slot)`

/** What the read tables do not say so: most of these visits only changed after the checkpoint. */
const suspectsSql = (generation: number) => `
  with said as (
    select (data ->> 'visitId')::uuid as visit, count(*) as bookings, array_agg(data -> 'place') as places,
           bool_or(status = 'pending_customer_confirmation') as is_waiting
      from read_${generation}.bookings
     where collection_date >= ${from} and status <> 'cancelled' and jsonb_typeof(data -> 'place') = 'object'
     group by 1
  ),
  taken as (
    select id as visit, bookings, ${placeOf('v')} as place, expires_at is not null as expires
      from visit_places v where bookings > 0 and date >= ${from})
  select visit from said full join taken using (visit)
   where said.visit is null or taken.visit is null or said.bookings <> taken.bookings or not taken.place = any (said.places)
      or said.is_waiting <> taken.expires`

/**
 * The visits from yesterday on whose place is not what the events of their bookings say. A booking that is completed keeps its place.
 * A visit of which they say none may have one if its lab declared something later: then the row counts it in its slot (see `count_visits`).
 * @param db in a snapshot, or holding the lock of the log: the events and the rows must be of the same moment
 * @param generation of the read tables, complete up to any position
 */
export async function findWrongPlaces(db: Queryable, generation: number): Promise<WrongPlace[]> {
  const { rows } = await db.query<{ visit: string }>(suspectsSql(generation))
  const wrong: WrongPlace[] = []
  for (const { visit } of rows) {
    const found = await judgeVisit(db, visit)
    if (found) wrong.push(found)
  }
  return wrong
}

/** The same for one visit. @returns undefined if it is right */
export async function judgeVisit(db: Queryable, visit: string): Promise<WrongPlace | undefined> {
  const members = await readMembers(db, visit)
  const taken = await readTaken(db, visit)
  const all = saidOf(members, taken)
  const [latest] = all
  const expiresAt = latest ? givenBackAt(latest) : null
  const isOver = expiresAt !== null && expiresAt.getTime() <= Date.now() + slackMs
  const said =
    latest && !isOver
      ? { ...latest.place, bookings: all.length, expiresAt: expiresAt?.toISOString() ?? null }
      : null
  const isRight = taken
    ? taken.bookings === all.length &&
      all.some(({ place }) => isSamePlace(place, taken)) &&
      expires(latest, taken)
    : said === null
  return isRight ? undefined : { visit, said, taken: taken ?? null }
}

/** The clocks of processes differ, and the instant was computed somewhat before its event, ms */
const slackMs = 60_000

/** @returns when an order that its customer has not answered gives its place back; null for other bookings */
function givenBackAt({ status, createdAt, moves, ...visit }: Said): Date | null {
  if (status !== 'pending_customer_confirmation') return null
  return proposalKeptUntil(visit, new Date(moves.at(-1)?.at ?? createdAt))
}

/** Whether a row expires if it should. Its writer decides when exactly. */
function expires(booking: Said | undefined, { expiresAt }: VisitPlace): boolean {
  return (booking?.status === 'pending_customer_confirmation') === (expiresAt !== null)
}

type Said = BookingSummary & { place: Place }

/** The bookings of a visit that were not cancelled, the last changed one first */
async function readMembers(db: Queryable, visit: string): Promise<BookingSummary[]> {
  const { rows } = await db.query<{ id: string }>(
    'select $1::uuid as id union select booking_id from booking_details where visit_id = $1',
    [visit],
  )
  const members: BookingSummary[] = []
  for (const { id } of rows) {
    const booking = await bookings.load(db, id)
    if (booking && booking.status !== 'cancelled' && booking.visitId === visit) members.push(booking)
  }
  return members.sort((one, other) => other.position - one.position)
}

/** The bookings with the places that the events say; if they say none, those as which the lab's declaration may have counted them */
function saidOf(members: readonly BookingSummary[], taken: Place | undefined): Said[] {
  const said = members.flatMap((booking) => (booking.place ? [{ ...booking, place: booking.place }] : []))
  if (said.length > 0 || !taken) return said
  const { labPartnerId, date, slot } = taken
  return members.flatMap((booking) =>
    isCountedAs(booking, taken) ? [{ ...booking, place: { labPartnerId, date, slot } }] : [],
  )
}

/** An instant visit is counted in the slot in which it was to be made, which its events do not say. */
function isCountedAs({ labPartnerId, scheduledDate, scheduledTime }: BookingSummary, taken: Place): boolean {
  if (labPartnerId !== taken.labPartnerId) return false
  if (scheduledDate === null || scheduledTime === null) return true
  return scheduledDate === taken.date && slotNumber(scheduledTime) === taken.slot
}

async function readTaken(db: Queryable, visit: string): Promise<VisitPlace | undefined> {
  const { rows } = await db.query<VisitPlace & { expiresAt: Date | null }>(
    `select lab_partner_id as "labPartnerId", date::text as date, slot, bookings, expires_at as "expiresAt" from visit_places
      where id = $1 and bookings > 0`,
    [visit],
  )
  const [row] = rows
  return row && { ...row, expiresAt: row.expiresAt?.toISOString() ?? null }
}

const zeros = `'{0,0,0,0,0,0}'::smallint[]`
const countedBySlot = `array[${[1, 2, 3, 4, 5, 6].map((slot) => `count(*) filter (where slot = ${slot})`).join(', ')}]::smallint[]`

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
