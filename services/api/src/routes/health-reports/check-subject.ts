import type { BookingSummary } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import { differenceOf, type Subject } from '@jaanch/domain/report/fhir-subject'
import { readPatient } from '@jaanch/storage/reports'
import type pg from 'pg'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'

type Check = {
  booking: BookingSummary
  subject: Subject
  caller: Caller
  reportId: string
  isSubjectConfirmed: boolean
}

/**
 * A report of somebody else must not reach the booking's patient. A confirmed difference, such as a name before a marriage, is in the
 * audit trail.
 * @throws AppError subject-differs, saying what differs and neither of the two
 */
export async function checkSubject(
  { logDb, audit }: { logDb: pg.Pool; audit: Audit },
  { booking, subject, caller, reportId, isSubjectConfirmed }: Check,
): Promise<void> {
  const difference = differenceOf(subject, await readPatient(logDb, booking))
  if (difference === undefined) return
  if (!isSubjectConfirmed) throw new AppError('subject-differs', difference)
  await audit.record({
    action: 'report-subject-confirmed',
    actor: actorOf(caller),
    userId: booking.customerId,
    object: `health-report:${reportId}`,
    details: { bookingId: booking.bookingId },
  })
}
