import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { criticalCallsOf } from '@jaanch/domain/critical/calls'
import { type CriticalValue, notCalledYet } from '@jaanch/domain/report/critical-values'
import type { CurrentValue } from '@jaanch/domain/report/current-set'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { isErased } from '@jaanch/storage/erase-person'
import { customerErased } from '@jaanch/storage/reports'
import type pg from 'pg'

/** A call to be recorded with a report: its event and its rows are written together. */
export type NewCriticalCall = { callId: string; reportId: string; values: readonly CriticalValue[] }

type Called = Pick<CriticalValue, 'code' | 'text' | 'unit'>

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
  await client.query(
    'insert into critical_calls (id, booking_id, report_id, customer_id, lab_partner_id) values ($1, $2, $3, $4, $5)',
    [callId, bookingId, reportId, customerId, labPartnerId],
  )
  await client.query(
    `insert into critical_call_values (call_id, place, code, name, value, unit, limit_text, flag)
     select $1, place, v ->> 'code', v ->> 'name', v ->> 'text', v ->> 'unit', v ->> 'limit', v ->> 'flag'
       from jsonb_array_elements($2::jsonb) with ordinality e (v, place)`,
    [callId, JSON.stringify(values)],
  )
}
