/** What follows from a booking's events about the versions of its report. */
import type { BookingEvent } from '@jaanch/booking/events'

type Version = Extract<BookingEvent, { type: 'ReportSubmitted' | 'ReportDrafted' | 'ReportReleased' }>

function versionsIn(history: readonly BookingEvent[], types: readonly Version['type'][]): Version[] {
  return history.filter((event): event is Version => types.includes(event.type as Version['type']))
}

/**
 * The reports of a booking are numbered 1, 2, 3 …, including those that are not rendered yet. A draft has the number that it gets when it is
 * signed: the report that replaces it gets the same, so that customers, who see no drafts, see no gaps.
 * @param history all of the booking's events
 */
export function nextReportVersion(history: readonly BookingEvent[]): number {
  return (latestReport(history)?.version ?? 0) + 1
}

/** The latest report that was submitted or released, also before its PDF exists; undefined: none. */
export function latestReport(history: readonly BookingEvent[]): { id: string; version: number } | undefined {
  const [latest] = versionsIn(history, ['ReportSubmitted', 'ReportReleased']).toSorted(
    (a, b) => b.data.reportVersion - a.data.reportVersion,
  )
  return latest && { id: latest.data.reportId, version: latest.data.reportVersion }
}

/**
 * Whether a draft waits for a signature although a newer one, which only adds results to it, waits as well: nothing was corrected, withdrawn,
 * signed, submitted or sent back since.
 */
export function isEarlierDraft(history: readonly BookingEvent[], reportId: string): boolean {
  const drafted = history.findLastIndex(
    (event) => event.type === 'ReportDrafted' && event.data.reportId === reportId,
  )
  if (drafted < 0) return false
  const submitted = new Set<string>()
  return history.every((event, index) => {
    if (event.type === 'ReportDrafted') return index <= drafted || event.data.change === 'more'
    if (event.type !== 'ReportSubmitted' && event.type !== 'ReportReleased')
      return index < drafted || event.type !== 'ReportReturned'
    // the PDF of a report that was submitted before may be made after
    const isNew = !submitted.has(event.data.reportId)
    submitted.add(event.data.reportId)
    return index < drafted || !isNew
  })
}

/**
 * Whether the results of a draft were sent back. Drafts add up: whoever sends back a newer one sends back those that it includes, unless one
 * of them, or a report that includes them, was submitted before.
 */
export function wasReturned(history: readonly BookingEvent[], reportId: string): boolean {
  const drafted = history.findLastIndex(
    (event) => event.type === 'ReportDrafted' && event.data.reportId === reportId,
  )
  // an older draft that is signed, or a report whose PDF is made, does not include it
  const older = new Set(
    history.slice(0, drafted).flatMap(({ data }) => ('reportId' in data ? data.reportId : [])),
  )
  older.delete(reportId)
  const end = versionsOrReturns(history.slice(drafted + 1)).find(({ data }) => !older.has(data.reportId))
  return end?.type === 'ReportReturned'
}

function versionsOrReturns(history: readonly BookingEvent[]) {
  return history.filter(
    (event) =>
      event.type === 'ReportReturned' || event.type === 'ReportSubmitted' || event.type === 'ReportReleased',
  )
}

/**
 * How many corrections, withdrawals and files a booking has, with drafts that were replaced, and its first report. Results that a report
 * lacked are not counted: they end with its parameters.
 */
export function countReports(history: readonly BookingEvent[]): number {
  const counted = versionsIn(history, ['ReportDrafted', 'ReportSubmitted', 'ReportReleased']).filter(
    ({ data }) => data.change !== 'more',
  )
  return new Set(counted.map(({ data }) => data.reportId)).size
}
