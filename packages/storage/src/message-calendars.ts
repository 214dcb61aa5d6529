import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { NotificationKind } from '@jaanch/contracts/notification-kinds'
import { summarise } from '@jaanch/domain/booking/evolve'
import { type CalendarVisit, calendarVisitOf } from '@jaanch/domain/calendar/visit-calendar'
import type { StoredMessage } from '@jaanch/domain/notifications/message'
import { readStreams } from '@jaanch/eventlog/read'
import type pg from 'pg'

/** The visit that a mail puts into a calendar. */
export type CalendarFacts = { visit: CalendarVisit; changedAt: Date; packageIds: readonly string[] }

/** Mails that change what is in the customer's calendar */
const kinds: readonly NotificationKind[] = ['booking-confirmed', 'visit-moved', 'booking-cancelled']

type History = readonly Recorded<BookingEvent>[]

/**
 * The visits of messages as they are now: a mail that was delayed must not put an old time into a calendar. The other people of a
 * visit are read with two statements for all messages; most have none.
 * @param histories of the messages' streams
 */
export async function readCalendars(
  pool: pg.Pool,
  messages: readonly StoredMessage[],
  histories: readonly (readonly Recorded[] | Error)[],
): Promise<(CalendarFacts | null)[]> {
  const asked = messages.map((message, index) => {
    const history = histories[index]
    return isInCalendar(message) && Array.isArray(history) ? (history as History) : []
  })
  const others = await readOthers(pool, asked)
  return asked.map((history) => {
    const booking = summaryOf(history)
    if (!booking) return null
    const visit = others.filter(({ summary }) => isOfVisit(booking, summary))
    const rest = visit.map(({ summary }) => summary)
    const changedAt = Math.max(...[history, ...visit.map((other) => other.history)].map(lastInstant))
    const open = [booking, ...rest].filter(({ status }) => status !== 'cancelled')
    return {
      visit: calendarVisitOf([booking, ...rest]),
      changedAt: new Date(changedAt),
      packageIds: open.flatMap(({ lines }) => lines.map(({ packageId }) => packageId)),
    }
  })
}

function isInCalendar({ about, channel }: StoredMessage): boolean {
  return channel === 'email' && about?.audience === 'customer' && kinds.includes(about.kind)
}

/** Somebody who was moved alone is no longer of the visit. */
function isOfVisit(booking: BookingSummary, other: BookingSummary): boolean {
  return other.visitId === booking.visitId && other.bookingId !== booking.bookingId
}

async function readOthers(
  pool: pg.Pool,
  asked: readonly History[],
): Promise<{ history: History; summary: BookingSummary }[]> {
  const visitIds = asked.flatMap((history) => {
    const booking = summaryOf(history)
    return booking && booking.visitId !== booking.bookingId ? [booking.visitId] : []
  })
  if (visitIds.length === 0) return []
  const { rows } = await pool.query<{ streamId: string }>({
    name: 'streams of visits',
    text: `select 'booking-' || booking_id as "streamId" from booking_details where visit_id = any ($1::uuid[])`,
    values: [visitIds],
  })
  const histories = await readStreams(
    pool,
    rows.map(({ streamId }) => streamId),
  )
  return histories.flatMap((history) => {
    const summary = history instanceof Error ? undefined : summaryOf(history as History)
    return summary ? [{ history: history as History, summary }] : []
  })
}

function summaryOf(history: History): BookingSummary | undefined {
  return history.reduce<BookingSummary | undefined>(summarise, undefined)
}

function lastInstant(history: History): number {
  return history.at(-1)?.at.getTime() ?? 0
}
