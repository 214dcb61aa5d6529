import type { BookingEvent } from '@jaanch/contracts/events/booking'

/**
 * The reports of a booking are numbered 1, 2, 3 …, including those that are not rendered yet.
 * @param history all of the booking's events
 */
export function nextReportVersion(history: readonly BookingEvent[]): number {
  const versions = history.map((event) =>
    event.type === 'ReportSubmitted' || event.type === 'ReportReleased' ? event.data.reportVersion : 0,
  )
  return Math.max(0, ...versions) + 1
}
