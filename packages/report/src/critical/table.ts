import type { Audit } from '@jaanch/account/audit/audit'
import { isErased } from '@jaanch/account/users/user-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { pickFields } from '@jaanch/contracts/http/fields'
import type { BodyOf } from '@jaanch/contracts/http/route'
import {
  criticalEndings,
  criticalMeans,
  criticalOutcomes,
  criticalReached,
  genders,
} from '@jaanch/contracts/vocabulary'
import { VersionConflictError } from '@jaanch/eventlog/append'
import type { Recorded } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { exactTime } from '@jaanch/platform/reads/paging'
import type pg from 'pg'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { CurrentValue } from '../results/current-set.ts'
import { customerErased, insertRow } from '../table.ts'
import { type CriticalCallView, type CriticalValue, criticalCall, type criticalValueCalls } from './api.ts'
import { criticalCallsOf, endingOf } from './critical-call.ts'
import { type Called, notCalledYet } from './critical-values.ts'

/** How long a lab sees calls that are closed, days */
export const closedShownDays = 30

const values = z.custom<CriticalCallView['values']>()
const callRow = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  reportId: z.uuid(),
  customerId: z.uuid(),
  orderNumber: z.string().nullable(),
  labName: z.string().nullable(),
  patientName: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  patientSex: z.enum(genders).nullable(),
  bookedBy: z.string().nullable(),
  contactNumber: z.string().nullable(),
  foundAt: z.date(),
  /** To the microsecond, for the cursor */
  foundAtExact: z.string(),
  closedAt: z.date().nullable(),
  ending: z.enum(criticalEndings).nullable(),
  values,
  attempts: z.array(
    z.object({
      id: z.uuid(),
      outcome: z.enum(criticalOutcomes),
      reached: z.enum(criticalReached),
      by: z.enum(criticalMeans),
      calledBy: z.string().nullable(),
      at: z.string(),
      note: z.string().nullable(),
      values,
    }),
  ),
})
export type CallRow = z.output<typeof callRow>

/** SQL: the event of a row `c` of critical_calls exists; without it, the row was written by a request that failed */
export const isRecorded = sql.fragment`exists (
  select from log.events e where e.stream_id = 'booking-' || c.booking_id and e.type = 'CriticalValueFound'
     and e.data ->> 'callId' = c.id::text)`

/** SQL: the rows `c` of critical_calls that a caller may see: labs their own, admins all */
export function visibleCalls({ role, labPartnerId }: Caller): FragmentSqlToken {
  return role === 'admin' ? sql.fragment`true` : sql.fragment`c.lab_partner_id = ${labPartnerId}`
}

/**
 * Calls with their values and attempts. Who is called is the booking's patient; the number is the one at the address, as in the booking's
 * view: whoever has to call needs it until the call is closed, also when the lab's window on the booking is over.
 * @param condition SQL on `c` @param rest SQL: order and limit
 */
export function selectCalls(condition: FragmentSqlToken, rest: FragmentSqlToken) {
  return sql.type(callRow)`
    select c.id, c.booking_id, c.report_id, c.customer_id, c.found_at, ${exactTime(sql.fragment`c.found_at`)} as found_at_exact,
           c.closed_at, c.ending, o.order_number, l.lab_name,
           coalesce(f.name, u.name) as patient_name, case when f.id is not null then u.name end as booked_by,
           case when f.id is null then u.date_of_birth else f.date_of_birth end as date_of_birth,
           case when f.id is null then u.gender else f.gender end as patient_sex,
           coalesce(d.address ->> 'phone', nullif(u.phone, '')) as contact_number,
           (select coalesce(jsonb_agg(jsonb_build_object('code', v.code, 'name', v.name, 'text', v.value, 'unit', v.unit,
                     'limit', v.limit_text, 'flag', v.flag, 'amendedTo', r.result ->> 'text') order by v.place), '[]')
              from critical_call_values v
              left join report_values r on r.report_id = later.id and r.code = v.code where v.call_id = c.id) as values,
           (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'outcome', a.outcome, 'reached', a.reached, 'by', a.means,
                     'calledBy', w.name, 'at', a.at, 'note', a.note, 'values', a.told) order by a.at, a.id), '[]')
              from critical_attempts a left join users w on w.id = a.called_by where a.call_id = c.id) as attempts
      from critical_calls c
      left join users u on u.id = c.customer_id
      left join lab_partners l on l.id = c.lab_partner_id
      left join orders o on o.booking_id = c.booking_id
      left join booking_details d on d.booking_id = c.booking_id
      left join family_members f on f.id = (
        select (e.data ->> 'familyMemberId')::uuid from log.events e where e.stream_id = 'booking-' || c.booking_id and e.version = 1)
      left join lateral (
        select (e.data ->> 'reportId')::uuid as id from log.events e
         where e.stream_id = 'booking-' || c.booking_id and e.type in ('ReportSubmitted', 'ReportDrafted')
         order by e.version desc limit 1) later on later.id <> c.report_id
     where ${condition} and ${isRecorded} ${rest}`
}

export function presentCall(row: CallRow): CriticalCallView {
  const { dateOfBirth, ending } = row
  const closed = row.closedAt?.toISOString() ?? null
  return pickFields(criticalCall, {
    ...row,
    patientAge: dateOfBirth === null ? null : ageOn(dateOfBirth, istDate(row.foundAt)),
    foundAt: row.foundAt.toISOString(),
    confirmedAt: ending === 'CONFIRMED' ? closed : null,
    notReachedAt: ending === 'ENDED_NOT_REACHED' ? closed : null,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  })
}

/** Whoever looks at calls looks at results of people: each look is in the audit trail before the answer. */
export function recordLooks(audit: Audit, caller: Caller, rows: readonly CallRow[]): Promise<void> {
  return audit.recordLooks(
    caller,
    rows.map(({ id, customerId, bookingId }) => ({
      action: 'patient-seen',
      userId: customerId,
      object: `critical-call:${id}`,
      details: { bookingId },
    })),
  )
}

/** A call to be recorded with a report: its event and its rows are written together. */
export type NewCriticalCall = { callId: string; reportId: string; values: readonly CriticalValue[] }

/**
 * Whether somebody has to be called about values of a report: about those that the report before it did not have, and those that no earlier
 * call of the booking was about.
 * @param before the results of the report that it follows
 * @returns undefined: nobody. The id follows from the report's
 */
export async function planCriticalCall(
  pool: pg.Pool,
  history: readonly Recorded<BookingEvent>[],
  reportId: string,
  values: readonly CriticalValue[],
  before: readonly CurrentValue[],
): Promise<NewCriticalCall | undefined> {
  if (values.length === 0) return undefined
  const callIds = criticalCallsOf(history).map(({ callId }) => callId)
  const { rows } = await pool.query<Called>(
    'select code, value as text, unit from critical_call_values where call_id = any($1)',
    [callIds],
  )
  const open = notCalledYet(values, rows, before)
  return open.length === 0
    ? undefined
    : { callId: appendIdOf('critical-call', reportId), reportId, values: open }
}

/**
 * Writes a call in the transaction of its event. An account is erased before that, and then nothing is stored, or after it, and then the
 * erasure is refused because the call is open.
 * @throws AppError wrong-status if the customer was erased
 */
export async function writeCriticalCall(
  client: pg.ClientBase,
  { bookingId, customerId, labPartnerId }: Pick<BookingSummary, 'bookingId' | 'customerId' | 'labPartnerId'>,
  call: NewCriticalCall | undefined,
): Promise<void> {
  if (!call) return
  if (await isErased(client, customerId)) throw customerErased()
  const { callId, reportId, values } = call
  await insertRow(client, 'critical_calls', { id: callId, bookingId, reportId, customerId, labPartnerId })
  await client.query(
    `insert into critical_call_values (call_id, place, code, name, value, unit, limit_text, flag)
     select $1, place, v ->> 'code', v ->> 'name', v ->> 'text', v ->> 'unit', v ->> 'limit', v ->> 'flag'
       from jsonb_array_elements($2::jsonb) with ordinality e (v, place)`,
    [callId, JSON.stringify(values)],
  )
}

type NewAttempt = {
  id: string
  requestHash: string
  caller: Caller
  body: BodyOf<typeof criticalValueCalls.recordCriticalCall>
}

/**
 * Writes an attempt, with a copy of the values, in the transaction of its event; one that ends the call closes it.
 * @throws AppError not-found if the customer was erased; VersionConflictError if somebody closed the call meanwhile: decide again
 */
export async function writeAttempt(
  client: pg.ClientBase,
  { id: callId, bookingId, customerId, values }: CallRow,
  { id, requestHash, caller, body }: NewAttempt,
): Promise<void> {
  // an erasure that is under way comes first: then nothing is stored
  const { rowCount: isThere } = await client.query(
    'select from users where id = $1 and erased_at is null for key share',
    [customerId],
  )
  if (!isThere) throw new AppError('not-found')
  const { outcome, reached, by: means, note } = body
  const attempt = { outcome, reached, means, note, told: values, calledBy: caller.userId }
  await insertRow(client, 'critical_attempts', { id, callId, ...attempt, requestHash }, { isOnce: true })
  const { rowCount } = await client.query('select from critical_attempts where id = $1', [id])
  if (!rowCount) throw new VersionConflictError(`booking-${bookingId}`, 0)
  const ending = endingOf(outcome)
  if (ending)
    await client.query(
      'update critical_calls set closed_at = clock_timestamp(), ending = $2 where id = $1 and closed_at is null',
      [callId, ending],
    )
}
