import type { Booking, Place } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { VisitToAssign } from '@jaanch/domain/assignment/candidate'
import { isOpen, visitToAssign } from '@jaanch/domain/assignment/visit'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { readStreamOf } from '@jaanch/eventlog/read'
import { areaOfPincode } from '@jaanch/pincodes/area'
import type pg from 'pg'

/** A booking of a visit that is not cancelled. */
type VisitMember = { booking: Booking; history: readonly Recorded<BookingEvent>[] }

export type LoadedVisit = {
  /** In the order in which their streams are written */
  members: readonly [VisitMember, ...VisitMember[]]
  visit: VisitToAssign
  /** The lab that has begun to collect from others of the visit; null if none has */
  begunWith: string | null
}

/** Where a visit is, and the bookings that were placed with it. */
export type VisitRow = { pincode: string | null; ids: readonly string[] }

/** @returns in the order of the bookings; the booking alone where nothing is stored of it */
export async function readVisitRows(pool: pg.Pool, bookingIds: readonly string[]): Promise<VisitRow[]> {
  const { rows } = await pool.query<VisitRow & { id: string }>({
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

/**
 * Reads the streams of bookings that were placed together.
 * @returns the open ones as visits: several if a person was moved alone
 */
export async function loadVisits(
  pool: pg.Pool,
  { pincode, ids }: VisitRow,
  now: Date,
): Promise<LoadedVisit[]> {
  const histories = await Promise.all(ids.map((id) => readStreamOf(pool, 'booking', id)))
  const all = histories.flatMap((history): VisitMember[] => {
    const booking = fold(bookingDecider, history)
    return booking.status === 'none' || booking.status === 'cancelled' ? [] : [{ booking, history }]
  })
  const area = pincode === null ? null : areaOfPincode(pincode)
  const address = { pincode: area?.pincode ?? null, city: area?.city || null }
  const visits = Map.groupBy(all, ({ booking }) => booking.visitId ?? booking.bookingId)
  return [...visits.values()].flatMap((group): LoadedVisit[] => {
    const [first, ...others] = group.filter(({ booking }) => isOpen(booking))
    if (!first) return []
    const members = [first, ...others] as const
    const bookings = members.map(({ booking }) => booking) as [Booking, ...Booking[]]
    const visit = visitToAssign(bookings, address, now)
    const begun = group.find(({ booking }) => !isOpen(booking))
    return [{ members, visit, begunWith: begun?.booking.labPartnerId ?? null }]
  })
}

/** @param row of `bookingId` @returns the open bookings of its visit; undefined if it is not open itself */
export async function loadVisit(
  pool: pg.Pool,
  bookingId: string,
  row: VisitRow,
  now: Date,
): Promise<LoadedVisit | undefined> {
  const visits = await loadVisits(pool, row, now)
  return visits.find(({ members }) => members.some(({ booking }) => booking.bookingId === bookingId))
}

/** Whether the visit has this place already, so that it is counted. */
export function hasPlace({ members: [first] }: LoadedVisit, { labPartnerId, date, slot }: Place): boolean {
  const own = first.booking.place
  return own?.labPartnerId === labPartnerId && own?.date === date && own?.slot === slot
}
