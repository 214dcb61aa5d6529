/** From where the time to a report is measured. */
import type { BookingSummary } from '@jaanch/booking/booking'
import { slotStart } from '@jaanch/contracts/calendar'

/**
 * `visit`: from the time of the visit, `collected`: from the collection, `processing`: from the beginning of the processing. Each is
 * measured to the report itself: a sum of quantiles of parts would not be a quantile of the whole.
 */
export const reportStages = ['visit', 'collected', 'processing'] as const
export type ReportStage = (typeof reportStages)[number]

/** The fields of a booking that a forecast and its measurement need; a summary and the answer to callers have them. */
export type ForecastBooking = Pick<
  BookingSummary,
  | 'status'
  | 'timeline'
  | 'collectionType'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'createdAt'
  | 'reportReleasedAt'
>

const hour = 3_600_000

/** An instant collection begins two hours after it was ordered at the earliest (specification, section 9), as a slot at its start. */
const instantFrom = 2 * hour

/** @returns ms: the start of the slot, or two hours after an instant booking was placed */
function visitBegin({ collectionType, scheduledDate, scheduledTime, createdAt }: ForecastBooking): number {
  return collectionType === 'instant' || scheduledDate === null || scheduledTime === null
    ? Date.parse(createdAt) + instantFrom
    : slotStart(scheduledDate, scheduledTime).getTime()
}

/** @returns ms when a stage began; undefined if it has not */
function beginOf(stage: ReportStage, booking: ForecastBooking): number | undefined {
  if (stage === 'visit') return visitBegin(booking)
  const status = stage === 'collected' ? 'sample-collection' : 'lab-processing'
  const at = booking.timeline.find((step) => step.status === status)?.at
  return at === undefined ? undefined : Date.parse(at)
}

const stageOfStatus: Partial<Record<BookingSummary['status'], ReportStage>> = {
  pending: 'visit',
  confirmed: 'visit',
  'sample-collection': 'collected',
  'lab-processing': 'processing',
}

/** @returns the present stage and when it began (ms); undefined for a booking whose report is not awaited */
export function stageOf(booking: ForecastBooking): { stage: ReportStage; since: number } | undefined {
  const stage = stageOfStatus[booking.status]
  const since = stage && booking.reportReleasedAt === null ? beginOf(stage, booking) : undefined
  return stage && since !== undefined ? { stage, since } : undefined
}

/**
 * @returns when the report came: the release of its first version, without it the completion (the time of a first version is not
 * kept beside a later one); null while there is neither
 */
export function reportedAt({
  status,
  report,
  reportReleasedAt,
  timeline,
}: Pick<BookingSummary, 'status' | 'report' | 'reportReleasedAt' | 'timeline'>): string | null {
  if (status === 'cancelled') return null
  if (report?.version === 1 && reportReleasedAt !== null) return reportReleasedAt
  return timeline.findLast((step) => step.status === 'completed')?.at ?? null
}

/** @returns ms from each stage to the report; none before it is there */
export function reportTimes(booking: BookingSummary): { stage: ReportStage; ms: number }[] {
  const end = reportedAt(booking)
  if (end === null) return []
  return reportStages.flatMap((stage) => {
    const begin = beginOf(stage, booking)
    return begin === undefined ? [] : [{ stage, ms: Math.max(0, Date.parse(end) - begin) }]
  })
}
