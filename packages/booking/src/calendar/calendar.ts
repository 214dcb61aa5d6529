import { slotStart } from '@jaanch/contracts/calendar'
import type { Calendar } from '@jaanch/messages/message'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { serveCall } from '@jaanch/platform/http/served'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { fastingText } from '../notifications/template-data.ts'
import { areaOfBooking } from '../places/places.ts'
import { collectBy, usualFastingHours } from '../rules.ts'
import { findVisitOf } from '../visit/command-visit.ts'
import { isCancelled, packagesOf } from '../visit/visit.ts'

/** A visit as calendars know it. */
export type CalendarVisit = {
  /** The visit's id: the same in each version of the event, so that calendars replace it */
  id: string
  /** For the link */
  bookingId: string
  /** Order numbers, as far as they are assigned. Calendars are shared and shown on lock screens: the tests are not in them */
  orders: readonly string[]
  from: Date
  to: Date
  /** Grows with each version: moves, and cancellations of persons */
  sequence: number
  status: 'tentative' | 'confirmed' | 'cancelled'
}

/**
 * @param members of the visit, cancelled ones among them; the first is the one that is asked about
 * @returns the visit as its open bookings say; of a visit that is cancelled as a whole, as it was
 */
export function calendarVisitOf(members: readonly [BookingSummary, ...BookingSummary[]]): CalendarVisit {
  const [asked] = members
  const isCancelled = ({ status }: BookingSummary) => status === 'cancelled'
  const open = members.filter((member) => !isCancelled(member))
  const shown = open.length > 0 ? open : members
  const planned = shown[0] ?? asked
  const isTentative = open.some(
    ({ status }) => status === 'pending' || status === 'pending_customer_confirmation',
  )
  return {
    id: asked.visitId,
    bookingId: asked.bookingId,
    orders: shown.flatMap(({ orderNumber }) => orderNumber ?? []),
    from: startOf(planned),
    to: collectBy(planned),
    sequence: Math.max(...members.map(({ moves }) => moves.length)) + members.filter(isCancelled).length,
    status: open.length === 0 ? 'cancelled' : isTentative ? 'tentative' : 'confirmed',
  }
}

/** An instant collection takes place in the four hours from its booking on. */
function startOf({ scheduledDate, scheduledTime, createdAt }: BookingSummary): Date {
  return scheduledDate === null || scheduledTime === null
    ? new Date(createdAt)
    : slotStart(scheduledDate, scheduledTime)
}

export type CalendarOptions = {
  publicUrl: string
  /** Fasting time in hours; 0: required without a number of hours; null: not required */
  fastingHours: number | null
  /** Where the sample is collected: as much of the address as the reader may have */
  location: string | null
  /** When this version came into being: RFC 5545 orders versions of the same number by it */
  changedAt: Date
  /** The recipient of a mail, since calendars accept changes of an event for those whom it was sent to; null for a file */
  attendee: string | null
}

const statuses = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Renders a visit for calendars. Times are in UTC, which each calendar shows in its own zone. */
export function renderCalendar(
  { id, bookingId, orders, from, to, sequence, status }: CalendarVisit,
  { publicUrl, fastingHours, location, changedAt, attendee }: CalendarOptions,
): Calendar {
  const { hostname } = new URL(publicUrl)
  const method = status === 'cancelled' ? 'CANCEL' : attendee ? 'REQUEST' : 'PUBLISH'
  const url = new URL(`/booking?id=${bookingId}`, publicUrl).href
  const advice =
    fastingHours === null
      ? []
      : [`Please eat and drink nothing but water for ${fastingText(fastingHours)} before the collection.`]
  const calendar = ical({
    prodId: { company: 'Jaanch', product: 'Jaanch', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: `${id}@${hostname}`,
    sequence,
    start: from,
    end: to,
    stamp: changedAt,
    status: statuses[status],
    summary: `Jaanch: your visit${orders.length > 0 ? ` (${orders.join(', ')})` : ''}`,
    description: [...advice, url].join('\n'),
    location,
    url,
    organizer: { name: 'Jaanch', email: `no-reply@${hostname}` },
    attendees: attendee
      ? [
          {
            email: attendee,
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ]
      : [],
  })
  return { method, text: calendar.toString() }
}

/** The visit as a file for the calendar of its customer, who alone may read it: it says where the sample is collected. */
export const getCalendar = serveCall(
  bookingCalls.getBookingCalendar,
  async ({ params, caller, reply }, { logDb, publicUrl, now }) => {
    const visit = await findVisitOf({ logDb }, params.id, caller)
    const { location, fastingHours } = await readFacts(logDb, params.id, packagesOf(visit))
    const { text, method } = renderCalendar(calendarVisitOf(visit), {
      publicUrl,
      fastingHours,
      location,
      changedAt: now(),
      attendee: null,
    })
    reply
      .header('content-type', `text/calendar; charset=utf-8; method=${method}`)
      .header('content-disposition', contentDisposition('attachment', 'jaanch-visit.ics'))
      .header('x-content-type-options', 'nosniff')
      // another person may use this browser next
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  },
)

type Facts = { location: string | null; fastingHours: number | null }

/** The address as it was when the booking was placed, and the longest fasting time of the tests */
async function readFacts(pool: pg.Pool, bookingId: string, packageIds: string[]): Promise<Facts> {
  const { rows } = await pool.query<Facts>({
    name: 'calendar-facts',
    text: `
      select (select coalesce(fasting_hours, 0) from packages where fasting_required and id = any ($2::uuid[])
               order by coalesce(nullif(fasting_hours, 0), ${usualFastingHours}) desc limit 1) as "fastingHours",
             (select nullif(concat_ws(', ', nullif(address ->> 'address_line1', ''), nullif(address ->> 'address_line2', ''),
                                      nullif(address ->> 'landmark', ''),
                                      nullif(concat_ws(' ', address ->> 'city', address ->> 'pincode'), '')), '')
                from booking_details where booking_id = $1) as location`,
    values: [bookingId, packageIds],
  })
  return rows[0] ?? { location: null, fastingHours: null }
}

/** Tells the dialog that moves a visit what to ask for the free slots with. */
export const getSchedule = serveCall(
  bookingCalls.getBookingSchedule,
  async ({ params, caller }, { logDb }) => {
    const [booking, ...others] = await findVisitOf({ logDb }, params.id, caller)
    const people = [booking, ...others.filter((other) => !isCancelled(other))]
    const { pincode } = await areaOfBooking(logDb, booking.bookingId)
    return {
      pincode: pincode || null,
      packageIds: [...new Set(packagesOf(people))],
      people: people.length,
    }
  },
)
