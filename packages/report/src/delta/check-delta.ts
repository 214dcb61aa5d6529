import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { longDate } from '@jaanch/contracts/format'
import type pg from 'pg'
import type { StoredResult } from '../results/interpret.ts'
import {
  type ComparedResult,
  deltaDays,
  deltaSentence,
  hasDeltaLimit,
  isFarFrom,
  isLifelong,
} from './delta.ts'

/** A result that is far from the person's last one. @property sentence names the parameter, both results and the date */
type FarResult = { code: string; earlier: EarlierResult; sentence: string }

/**
 * Compares results with the person's last ones at the same laboratory, of the last year; blood groups with the last ones of any time.
 * @param results with the parameter's unit
 * @param on IST date of the collection
 */
export async function farResults(
  logDb: pg.Pool,
  booking: BookingSummary,
  results: readonly { parameter: Parameter; result: StoredResult }[],
  on: string,
): Promise<FarResult[]> {
  const compared = results.filter(({ parameter }) => hasDeltaLimit(parameter))
  if (compared.length === 0 || booking.labPartnerId === null) return []
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

/** More than a person has at one lab in a year */
const mostReports = 60

/** Longer than anybody lives, days */
const lifetimeDays = 150 * 365

/** @property reportId of the report that it is in */
type EarlierResult = ComparedResult & { reportId: string }

/**
 * The last result of each parameter, of the same person at the same lab, without those of the booking itself. Results in a unit that can't be
 * converted are left out. @returns by code; of the last year and a month, and of any time if a parameter stays the same for life
 */
export async function readLastResults(
  pool: pg.Pool,
  { bookingId, customerId, familyMemberId, labPartnerId }: BookingSummary,
  parameters: readonly Parameter[],
): Promise<ReadonlyMap<string, EarlierResult>> {
  const codes = parameters.map(({ code }) => code)
  const days = parameters.some(isLifelong) ? lifetimeDays : deltaDays + 31
  const { rows } = await pool.query<{ code: string; reportId: string; result: StoredResult; at: Date }>({
    name: 'last results',
    text: `select distinct on (v.code) v.code, h.id as "reportId", v.result, d.at
             from (select h.id, h.booking_id, h.version, h.created_at from health_reports h
                    where h.customer_id = $1 and h.lab_partner_id = $2 and h.booking_id <> $3
                      and h.created_at > clock_timestamp() - make_interval(days => $6)
                      and not exists (select from health_reports n where n.booking_id = h.booking_id and n.version > h.version)
                    order by h.created_at desc, h.id desc limit ${mostReports}) h
             join log.events o on o.stream_id = 'booking-' || h.booking_id and o.version = 1
              and o.data ->> 'familyMemberId' is not distinct from $4::text
             join report_submissions s on s.report_id = h.id
             join report_values v on v.report_id = h.id and v.code = any($5)
            cross join lateral (select coalesce(s.collected_at, (
                select max(c.at) from log.events c where c.stream_id = 'booking-' || h.booking_id
                   and c.type = 'SampleCollectionStarted'), h.created_at) as at) d
            where v.result ->> 'foreignUnit' is null
            order by v.code, d.at desc, h.version desc`,
    values: [customerId, labPartnerId, bookingId, familyMemberId, codes, days],
  })
  return new Map(
    rows.map(({ code, reportId, result, at }) => [code, { ...result, reportId, on: istDate(at) }]),
  )
}

/** Whoever sees earlier results looks at the reports that they are in: each is in the audit trail before the answer. */
export function recordLastSeen(
  audit: Audit,
  caller: Caller,
  { bookingId, customerId }: Pick<BookingSummary, 'bookingId' | 'customerId'>,
  seen: Iterable<EarlierResult>,
): Promise<void> {
  const ids = new Set([...seen].map(({ reportId }) => reportId))
  return audit.recordLooks(
    caller,
    [...ids].map((id) => ({
      action: 'patient-seen',
      userId: customerId,
      object: `health-report:${id}`,
      details: { bookingId },
    })),
  )
}
