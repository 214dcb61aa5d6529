import { slotStart } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'

const hour = 3_600_000

/** @returns the page of Google Calendar that offers to add the visit, without its tests: calendars are shared */
export function googleCalendarUrl(
  booking: Pick<BookingView, 'id' | 'orderNumber' | 'scheduledDate' | 'scheduledTime' | 'createdAt'>,
  origin: string,
): string {
  const [from, to] = timesOf(booking)
  const url = new URL('https://calendar.google.com/calendar/render')
  url.search = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Jaanch: your visit${booking.orderNumber ? ` (${booking.orderNumber})` : ''}`,
    dates: `${utcText(from)}/${utcText(to)}`,
    details: `${origin}/booking?id=${booking.id}`,
  }).toString()
  return url.href
}

/** An instant collection takes place in the four hours from its booking on; a time without an end takes a slot's two hours. */
function timesOf({
  scheduledDate: date,
  scheduledTime: time,
  createdAt,
}: Pick<BookingView, 'scheduledDate' | 'scheduledTime' | 'createdAt'>): [Date, Date] {
  if (date === null || time === null) {
    return [new Date(createdAt), new Date(Date.parse(createdAt) + 4 * hour)]
  }
  const from = slotStart(date, time)
  const end = time.split('-')[1]
  return [from, end ? slotStart(date, end) : new Date(from.getTime() + 2 * hour)]
}

function utcText(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
