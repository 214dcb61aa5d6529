import type { BookingEvent } from '@jaanch/contracts/events/booking'

/**
 * The reports of a booking are numbered 1, 2, 3 …, including those that are not rendered yet. A draft has the number that it gets when it is
 * signed: the report that replaces it gets the same, so that customers, who see no drafts, see no gaps.
 * @param history all of the booking's events
 */
export function nextReportVersion(history: readonly BookingEvent[]): number {
  const versions = history.map((event) =>
    event.type === 'ReportSubmitted' || event.type === 'ReportReleased' ? event.data.reportVersion : 0,
  )
  return Math.max(0, ...versions) + 1
}

/** How many reports were stored for a booking: drafts, also those that were replaced, and reports that were no draft before. */
export function countReports(history: readonly BookingEvent[]): number {
  const ids = history.flatMap((event) =>
    event.type === 'ReportDrafted' || event.type === 'ReportSubmitted' || event.type === 'ReportReleased'
      ? [event.data.reportId]
      : [],
  )
  return new Set(ids).size
}
