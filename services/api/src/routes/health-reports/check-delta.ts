import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { longDate } from '@jaanch/domain/notifications/format'
import { deltaSentence, hasDeltaLimit, isFarFrom } from '@jaanch/domain/report/delta'
import type { StoredResult } from '@jaanch/domain/report/result'
import type { Result } from '@jaanch/domain/report/values'
import { collectedAtOf } from '@jaanch/storage/results'
import type pg from 'pg'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { readLastResults, recordLastSeen } from './last-results.ts'

type Given = {
  booking: BookingSummary
  reportId: string
  read: readonly Result[]
  results: readonly StoredResult[]
  /** Told by the lab's system; null: the booking's step */
  collectedAt: string | null
  caller: Caller
  /** Somebody looked a second time */
  isConfirmed: boolean
}

/**
 * Compares results with the person's last ones at the same laboratory, of the last year. A refusal shows the earlier results: that look, and
 * a confirmed difference with its parameters, are in the audit trail.
 * @throws AppError delta-check: its text names each parameter with both results and the date; `deltas` are the sentences
 */
export async function checkDelta(
  { logDb, audit, now }: { logDb: pg.Pool; audit: Audit; now: () => Date },
  { booking, reportId, read, results, collectedAt, caller, isConfirmed }: Given,
): Promise<void> {
  const { bookingId, customerId } = booking
  const codes = read.map(({ parameter }) => parameter.code).filter(hasDeltaLimit)
  if (codes.length === 0 || booking.labPartnerId === null) return
  const on = istDate(collectedAtOf(booking, collectedAt) ?? now())
  const last = await readLastResults(logDb, booking, codes)
  const far = read.flatMap(({ parameter }, index) => {
    const [earlier, result] = [last.get(parameter.code), results[index]]
    if (!earlier || !result || result.foreignUnit !== null) return []
    const present = { ...result, on }
    return isFarFrom(parameter.code, earlier, present)
      ? [
          {
            code: parameter.code,
            earlier,
            sentence: deltaSentence(parameter, earlier, present, longDate(earlier.on)),
          },
        ]
      : []
  })
  if (far.length === 0) return
  const deltas = far.map(({ sentence }) => sentence)
  if (!isConfirmed) {
    await recordLastSeen(
      audit,
      caller,
      booking,
      far.map(({ earlier }) => earlier),
    )
    throw new AppError('delta-check', deltas.join(' '), { details: { deltas } })
  }
  await audit.record({
    action: 'report-delta-confirmed',
    actor: actorOf(caller),
    userId: customerId,
    object: `health-report:${reportId}`,
    details: { bookingId, codes: far.map(({ code }) => code).join(',') },
  })
}
