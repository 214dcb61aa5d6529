import type { BookingSummary } from '@jaanch/contracts/booking'
import { type CriticalValue, notCalledYet } from '@jaanch/domain/report/critical-values'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type pg from 'pg'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isRecorded } from '../../read-models/critical-calls.ts'
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'

/** A call to be recorded with a report: its event and its rows exist, or neither is seen. */
export type NewCriticalCall = { callId: string; reportId: string; values: readonly CriticalValue[] }

type Parts = { db: DatabasePool; logDb: pg.Pool; modelVersion: number }

const calledRow = z.object({ code: z.string(), text: z.string(), unit: z.string().nullable() })

/**
 * Whether somebody has to be called about values of a report: about those that no earlier call of the booking was about. Of two versions
 * that are submitted at the same moment both may ask for it: an unnecessary call does no harm.
 * @returns undefined: nobody. The id follows from the report's, so that a repeated request is the same call
 * @throws AppError updating, beside a process of the release before, which does not know the event
 */
export async function planCriticalCall(
  parts: Parts,
  { bookingId }: Pick<BookingSummary, 'bookingId'>,
  reportId: string,
  values: readonly CriticalValue[],
): Promise<NewCriticalCall | undefined> {
  if (values.length === 0) return undefined
  const callId = appendIdOf('critical-call', reportId)
  const called = await parts.db.any(sql.type(calledRow)`
    select v.code, v.value as text, v.unit from critical_calls c join critical_call_values v on v.call_id = c.id
     where c.booking_id = ${bookingId} and c.id <> ${callId} and ${isRecorded}`)
  const open = notCalledYet(values, called)
  if (open.length === 0) return undefined
  await refuseBesideOlderRelease(parts)
  return { callId, reportId, values: open }
}

/** Stores a call before its event. Rows of the same request become new again: orphans are told by their age. */
export async function storeCriticalCall(
  db: DatabasePool,
  { bookingId, customerId, labPartnerId }: Pick<BookingSummary, 'bookingId' | 'customerId' | 'labPartnerId'>,
  call: NewCriticalCall | undefined,
): Promise<void> {
  if (!call) return
  const { callId, reportId, values } = call
  await db.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      insert into critical_calls (id, booking_id, report_id, customer_id, lab_partner_id)
      select ${callId}, ${bookingId}, ${reportId}, ${customerId}, ${labPartnerId}::uuid
        from users where id = ${customerId} and erased_at is null for key share
      on conflict (id) do update set created_at = excluded.created_at`)
    await insertValues(tx, callId, values)
  })
}

function insertValues(db: CommonQueryMethods, callId: string, values: readonly CriticalValue[]) {
  return db.query(sql.unsafe`
    insert into critical_call_values (call_id, place, code, name, value, unit, limit_text, flag)
    select ${callId}, place, v ->> 'code', v ->> 'name', v ->> 'text', v ->> 'unit', v ->> 'limit', v ->> 'flag'
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality e (v, place)
     where exists (select from critical_calls where id = ${callId})
    on conflict (call_id, code) do nothing`)
}
