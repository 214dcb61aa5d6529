import { slotStart } from '@jaanch/contracts/calendar'
import type { Calendar } from '@jaanch/messages/message'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { BookingSummary } from '../booking.ts'
import { fastingText } from '../notifications/template-data.ts'
import { collectBy } from '../rules.ts'

/** A visit as calendars know it. */
export type CalendarVisit = {
  /** Of the visit: the same in each version of the event, so that calendars replace it */
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
  /** Of a mail: calendars accept changes of an event from those whom it was sent to; null for a file */
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
