import type { BookingSummary, Place } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingSummaryModel } from '@jaanch/domain/booking/evolve'
import { isSamePlace } from '@jaanch/domain/visit/place-change'
import { isAwaited, type Visit } from '@jaanch/domain/visit/visit'
import { commandHandler, type Stream } from '@jaanch/eventlog/command-handler'
import type { Queryable } from '@jaanch/eventlog/read'
import type pg from 'pg'

/** The streams of bookings, with the summary as state. */
export const bookings = commandHandler(bookingSummaryModel)

export type BookingStream = Stream<'booking', BookingSummary | undefined>

/** A visit, folded from the streams of its bookings. */
export type LoadedVisit = Visit<BookingSummary> & {
  /** By the ids of the bookings */
  readonly histories: ReadonlyMap<string, readonly Recorded<BookingEvent>[]>
}

/** @returns the visit that these streams are, all of them, by one of its bookings; without bookings if there is none */
export function visitOf(bookingId: string, streams: readonly BookingStream[]): LoadedVisit {
  return {
    visitId: streams.find(({ id }) => id === bookingId)?.state?.visitId ?? bookingId,
    bookings: streams.flatMap(({ state }) => state ?? []),
    histories: new Map(streams.map(({ id, history }) => [id, history])),
  }
}

/**
 * The streams of a booking's visit, always in the same order. Whoever was moved alone has another visit than in the details, and is not
 * among them.
 */
export async function readVisitStreams(db: Queryable, bookingId: string): Promise<BookingStream[]> {
  const named = await bookings.read(db, bookingId)
  const visitId = named.state?.visitId
  if (visitId === undefined || visitId === bookingId) return [named]
  const { rows } = await db.query<{ id: string }>({
    name: 'visit-members',
    text: 'select booking_id as id from booking_details where visit_id = $1 or booking_id = $2 order by booking_id',
    values: [visitId, bookingId],
  })
  const streams = await Promise.all(rows.map(({ id }) => (id === bookingId ? named : bookings.read(db, id))))
  return streams.filter(({ state }) => state?.visitId === visitId)
}

/** @returns the visit of a booking, without bookings if there is none */
export async function loadVisit(db: Queryable, bookingId: string): Promise<LoadedVisit> {
  return visitOf(bookingId, await readVisitStreams(db, bookingId))
}

/** Where bookings are collected, and the bookings that were placed together. */
export type PlacedTogether = { pincode: string | null; ids: readonly string[] }

/** @returns in the order of the bookings; the booking alone where nothing is stored of it */
export async function readPlacedTogether(
  pool: pg.Pool,
  bookingIds: readonly string[],
): Promise<PlacedTogether[]> {
  const { rows } = await pool.query<PlacedTogether & { id: string }>({
    name: 'visit-rows',
    text: `select d.booking_id as id, d.address ->> 'pincode' as pincode,
                  case when d.visit_id is null then array[d.booking_id]
                       else array(select m.booking_id from booking_details m where m.visit_id = d.visit_id order by m.booking_id)
                   end as ids
             from booking_details d where d.booking_id = any($1::uuid[])`,
    values: [bookingIds],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  return bookingIds.map((id) => found.get(id) ?? { pincode: null, ids: [id] })
}

/** @returns the visits of bookings that were placed together: several if a person was moved alone */
export async function loadVisits(db: Queryable, ids: readonly string[]): Promise<LoadedVisit[]> {
  const streams = await Promise.all(ids.map((id) => bookings.read(db, id)))
  const there = streams.filter(({ state }) => state !== undefined)
  const visits = Map.groupBy(there, ({ state }) => state?.visitId)
  return [...visits.values()].map((members) => visitOf(members[0]?.id ?? '', members))
}

/** Whether the visit has this place already, so that it is counted. */
export function hasPlace({ bookings: members }: Visit, place: Place): boolean {
  return isSamePlace(members.find(isAwaited)?.place ?? null, place)
}
