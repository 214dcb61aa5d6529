import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { longDate } from '@jaanch/domain/notifications/format'
import { deltaSentence, hasDeltaLimit, isFarFrom } from '@jaanch/domain/report/delta'
import type { Parameter } from '@jaanch/domain/report/parameter'
import type { StoredResult } from '@jaanch/domain/report/result'
import { collectedAtOf } from '@jaanch/storage/results'
import type pg from 'pg'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { type EarlierResult, readLastResults, recordLastSeen } from './last-results.ts'

/** A result that is far from the person's last one. @property sentence names the parameter, both results and the date */
export type FarResult = { code: string; earlier: EarlierResult; sentence: string }

/**
 * Compares results with the person's last ones at the same laboratory, of the last year; blood groups with the last ones of any time.
 * @param results with the parameter's unit
 * @param collectedAt told by a laboratory's system; null: the booking's step
 */
export async function farResults(
  logDb: pg.Pool,
  booking: BookingSummary,
  results: readonly { parameter: Parameter; result: StoredResult }[],
  { collectedAt, now }: { collectedAt: string | null; now: Date },
): Promise<FarResult[]> {
  const compared = results.filter(({ parameter }) => hasDeltaLimit(parameter))
  if (compared.length === 0 || booking.labPartnerId === null) return []
  const on = istDate(collectedAtOf(booking, collectedAt) ?? now)
  const parameters = compared.map(({ parameter }) => parameter)
  const last = await readLastResults(logDb, booking, parameters)
  return compared.flatMap(({ parameter, result }) => {
    const { code } = parameter
    const earlier = last.get(code)
    const present = { ...result, on }
    if (!earlier || !isFarFrom(parameter, earlier, present)) return []
    return [{ code, earlier, sentence: deltaSentence(parameter, earlier, present, longDate(earlier.on)) }]
  })
}

type Given = { audit: Audit; caller: Caller; booking: BookingSummary; reportId: string }

/** Whoever is asked sees the earlier results: that look, and a confirmed difference with its parameters, are in the audit trail before the answer. */
export async function recordFar(
  { audit, caller, booking, reportId }: Given,
  far: readonly FarResult[],
  isConfirmed: boolean,
): Promise<void> {
  if (far.length === 0) return
  if (!isConfirmed)
    return recordLastSeen(
      audit,
      caller,
      booking,
      far.map(({ earlier }) => earlier),
    )
  await audit.record({
    action: 'report-delta-confirmed',
    actor: actorOf(caller),
    userId: booking.customerId,
    object: `health-report:${reportId}`,
    details: { bookingId: booking.bookingId, codes: far.map(({ code }) => code).join(',') },
  })
}
