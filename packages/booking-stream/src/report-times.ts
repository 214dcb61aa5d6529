import type { BookingSummary } from '@jaanch/booking/booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bucketOf } from '@jaanch/contracts/turnaround'
import { type ReportStage, reportedAt, reportTimes } from '@jaanch/report/forecast/stages'

/** How many reports took how long from a stage. `week`: the Monday of the week, in India, in which they came */
export type ReportTime = {
  lab_partner_id: string
  package_id: string
  stage: ReportStage
  week: string
  bucket: number
  n: number
}

export const reportTimeKey = ({ lab_partner_id, package_id, stage, week, bucket }: ReportTime) =>
  `${lab_partner_id} ${package_id} ${stage} ${week} ${bucket}`

/** Only bookings of one test count: with several it is not known which one the report waited for. */
export function reportTimesOf(booking: BookingSummary): ReportTime[] {
  const { labPartnerId, lines } = booking
  const [line, ...others] = lines
  const at = reportedAt(booking)
  // the report of rejected samples is that of another booking
  if (booking.recollections.length > 0) return []
  if (labPartnerId === null || !line || others.length > 0 || at === null) return []
  const week = mondayOf(istDate(new Date(at)))
  return reportTimes(booking).map(({ stage, ms }) => ({
    lab_partner_id: labPartnerId,
    package_id: line.packageId,
    stage,
    week,
    bucket: bucketOf(ms),
    n: 1,
  }))
}

function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}
