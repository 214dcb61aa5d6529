import type { BookingEvent } from '@jaanch/contracts/events/booking'

/**
 * A booking's reports are numbered 1, 2, 3 …, those that are still being printed too.
 * @param history all of the booking's events
 */
export function nextReportVersion(history: readonly BookingEvent[]): number {
  const versions = history.map((event) =>
    event.type === 'ReportSubmitted' || event.type === 'ReportReleased' ? event.data.reportVersion : 0,
  )
  return Math.max(0, ...versions) + 1
}
