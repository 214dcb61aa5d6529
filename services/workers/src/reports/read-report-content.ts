import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { summarise } from '@jaanch/domain/booking/summary'
import { ageOn, istDate } from '@jaanch/domain/calendar'
import { readStream } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { arrangeResults } from './arrange-results.ts'
import type { ReportContent } from './report-content.ts'
import { readLab, readPatient, readSubmission } from './report-queries.ts'
import type { ReportRow } from './store-report.ts'

export type ReportToRelease = { model: ReportContent; row: ReportRow; requestHash: string }

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>

/** Gathers what a report says. The booking is as it was when the results came, whenever they are printed. */
export async function readReportContent(pool: pg.Pool, submitted: Submitted): Promise<ReportToRelease> {
  const { reportId, reportVersion: version } = submitted.data
  const history = (await readStream(pool, submitted.streamId)) as Recorded<BookingEvent>[]
  const booking = bookingAt(history, submitted.position)
  const submission = await readSubmission(pool, reportId)
  const [lab, patient] = await Promise.all([readLab(pool, booking.labPartnerId), readPatient(pool, booking)])
  const collectedAt = submission.collectedAt ?? reached(booking, 'sample-collection')
  const { doctorComments, isReviewed } = submission
  const model: ReportContent = {
    lab,
    patient: {
      name: patient.name,
      age:
        patient.dateOfBirth === null
          ? null
          : ageOn(patient.dateOfBirth, istDate(collectedAt ?? submitted.at)),
      sex: patient.sex,
    },
    bookingShortId: booking.bookingId.slice(0, 8),
    orderNumber: orderNumberIn(history),
    ordered: booking.lines.map(({ name }) => name),
    ...(await arrangeResults(pool, booking, submission.values, patient.sex)),
    collectedAt,
    receivedAt: reached(booking, 'lab-processing'),
    reportedAt: submitted.at,
    doctorComments,
    isReviewed,
    version,
    supersededAt: releasedAt(history, version - 1),
  }
  const { bookingId, customerId, labPartnerId } = booking
  return {
    model,
    row: { id: reportId, bookingId, customerId, labPartnerId, version, doctorComments, isReviewed },
    requestHash: submission.requestHash,
  }
}

function bookingAt(history: readonly Recorded<BookingEvent>[], position: number): BookingSummary {
  const booking = history
    .filter((event) => event.position <= position)
    .reduce<BookingSummary | undefined>(summarise, undefined)
  if (!booking) throw new Error('A report of no booking')
  return booking
}

/** The order's worker may be later than a laboratory: the number is taken from wherever it stands. */
function orderNumberIn(history: readonly Recorded<BookingEvent>[]): string | null {
  for (const event of history) if (event.type === 'OrderCreated') return event.data.orderNumber
  return null
}

function reached({ timeline }: BookingSummary, status: BookingStatus): Date | null {
  const step = timeline.findLast((each) => each.status === status)
  return step ? new Date(step.at) : null
}

function releasedAt(history: readonly Recorded<BookingEvent>[], version: number): Date | null {
  const event = history.find((each) => each.type === 'ReportReleased' && each.data.reportVersion === version)
  return event?.at ?? null
}
