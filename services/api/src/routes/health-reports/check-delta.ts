import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { longDate } from '@jaanch/domain/notifications/format'
import {
  type ComparedResult,
  deltaDays,
  deltaSentence,
  hasDeltaLimit,
  isFarFrom,
} from '@jaanch/domain/report/delta'
import type { StoredResult } from '@jaanch/domain/report/result'
import type { Result } from '@jaanch/domain/report/values'
import { collectedAtOf } from '@jaanch/storage/results'
import type pg from 'pg'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'

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

/** More than a person has at one lab in a year */
const mostReports = 60

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
  const last = await readLast(logDb, booking, codes)
  const far = read.flatMap(({ parameter }, index) => {
    const [earlier, result] = [last.get(parameter.code), results[index]]
    if (!earlier || !result || result.foreignUnit !== null) return []
    const present = { ...result, on }
    return isFarFrom(parameter.code, earlier, present)
      ? [
          {
            code: parameter.code,
            earlierId: earlier.reportId,
            sentence: deltaSentence(parameter, earlier, present, longDate(earlier.on)),
          },
        ]
      : []
  })
  if (far.length === 0) return
  const deltas = far.map(({ sentence }) => sentence)
  if (!isConfirmed) {
    const shown = new Set(far.map(({ earlierId }) => earlierId))
    await audit.recordLooks(
      caller,
      [...shown].map((id) => ({
        action: 'patient-seen',
        userId: customerId,
        object: `health-report:${id}`,
        details: { bookingId },
      })),
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

type EarlierResult = ComparedResult & { reportId: string }

/** The last result of each parameter, of the same person at the same lab, without those of the booking itself. */
async function readLast(
  pool: pg.Pool,
  { bookingId, customerId, familyMemberId, labPartnerId }: BookingSummary,
  codes: readonly string[],
): Promise<ReadonlyMap<string, EarlierResult>> {
  const { rows } = await pool.query<{ code: string; reportId: string; result: StoredResult; at: Date }>({
    name: 'last results',
    text: `select distinct on (v.code) v.code, h.id as "reportId", v.result, d.at
             from (select h.id, h.booking_id, h.version, h.created_at from health_reports h
                    where h.customer_id = $1 and h.lab_partner_id = $2 and h.booking_id <> $3
                      and h.created_at > clock_timestamp() - make_interval(days => $6)
                    order by h.created_at desc, h.id desc limit ${mostReports}) h
             join log.events o on o.stream_id = 'booking-' || h.booking_id and o.version = 1
              and o.data ->> 'familyMemberId' is not distinct from $4::text
             join report_submissions s on s.report_id = h.id
             join report_values v on v.report_id = h.id and v.code = any($5)
            cross join lateral (select coalesce(s.collected_at, (
                select max(c.at) from log.events c where c.stream_id = 'booking-' || h.booking_id
                   and c.type = 'SampleCollectionStarted'), h.created_at) as at) d
            where v.result is not null and v.result ->> 'foreignUnit' is null
            order by v.code, d.at desc, h.version desc`,
    values: [customerId, labPartnerId, bookingId, familyMemberId, codes, deltaDays + 31],
  })
  return new Map(
    rows.map(({ code, reportId, result, at }) => [code, { ...result, reportId, on: istDate(at) }]),
  )
}
