import { AppError } from '@jaanch/contracts/errors'
import { serveRead } from '@jaanch/platform/http/served'
import type { ReadView } from '@jaanch/platform/reads/barrier'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls, mostSnoozedDays } from '../api.ts'
import type { Attention } from '../list/tabs.ts'
import { reportWithinHours, unassignedWithin } from '../rules.ts'

const { least, usually } = reportWithinHours
const uncollected = sql.fragment`status in ('pending', 'pending_customer_confirmation', 'confirmed')`

/**
 * The condition for rows of the read table `bookings` that need attention now. Each starts with the condition of a partial
 * index that contains only bookings that may need attention.
 */
export function attentionCondition(attention: Attention, now: Date): FragmentSqlToken {
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000).toISOString()
  switch (attention) {
    case 'unassigned':
      // a proposed order needs no lab before its customer confirmed it
      return sql.fragment`lab_partner_id is null and status in ('pending', 'confirmed')
        and created_at <= ${hours(unassignedWithin / 3_600_000)}::timestamptz`
    case 'instant-late':
      return sql.fragment`${uncollected} and collection_type = 'instant'
        and collect_by <= ${now.toISOString()}::timestamptz`
    case 'slot-missed':
      return sql.fragment`${uncollected} and collection_type = 'scheduled'
        and collect_by <= ${now.toISOString()}::timestamptz`
    case 'report-late':
      // the range of the index begins at the first that can be late: it was placed before it was collected. The first comparison
      // with collected_at decides on most rows without looking up their packages: 3 ms instead of 30 for a thousand
      return sql.fragment`status in ('sample-collection', 'lab-processing') and report_id is null
        and created_at <= ${hours(least)}::timestamptz
        and collected_at <= ${hours(least)}::timestamptz
        and (collected_at + ${longestPromise} <= ${now.toISOString()}::timestamptz
             or collected_at + ${promise} <= ${now.toISOString()}::timestamptz)`
    case 'not-confirmed':
      return sql.fragment`escalation = 'admin-called' and status in ('pending', 'confirmed')`
    case 'refund-due':
      return sql.fragment`is_refund_due`
    case 'collection-failed':
      return sql.fragment`has_failed and ${uncollected}`
    case 'after-end':
      return sql.fragment`has_alarm`
  }
}

/** SQL: whether an admin put the row of `bookings` off: the time has not come, and nothing has happened to it since. */
export function isSnoozed(attention: Attention, now: Date): FragmentSqlToken {
  return sql.fragment`exists (select from attention_snoozes s
    where s.booking_id = id and s.attention = ${attention} and s.until > ${now.toISOString()}::timestamptz
      and s.booking_position >= position)`
}

/**
 * The rows that need attention, as a table to select from. Where the partial index has another order than the list, without
 * `offset 0` the planner scans all bookings by date until it has found a page of late ones: 370 ms with two million bookings, 8 ms
 * with the partial index.
 */
export function lateBookings(
  view: Pick<ReadView, 'generation'>,
  attention: Attention,
  now: Date,
  areSnoozed = false,
) {
  const isInOrder = attention !== 'instant-late' && attention !== 'slot-missed'
  return sql.fragment`
    (select * from ${readTable(view, 'bookings')}
      where ${attentionCondition(attention, now)}
        and ${areSnoozed ? isSnoozed(attention, now) : sql.fragment`not ${isSnoozed(attention, now)}`} ${isInOrder ? sql.fragment`` : sql.fragment`offset 0`}) late`
}

/** The longest turnaround of the ordered packages: at least 24 hours, 48 for packages without a value in the catalogue. */
const promise = sql.fragment`make_interval(hours => greatest(${least}::integer, coalesce(
  (select max(coalesce(p.turnaround_hours, ${usually}::integer)) from packages p
    where p.id in (select (line ->> 'packageId')::uuid from jsonb_array_elements(data->'lines') line)), ${usually}::integer)))`

/** No package promises more. Does not depend on the row, so Postgres computes it once. */
const longestPromise = sql.fragment`(select make_interval(hours => greatest(
  ${usually}::integer, max(turnaround_hours))) from packages)`

const bookingRow = z.object({ position: z.number(), isLate: z.boolean() })

/** An admin puts a booking that needs attention off: it is in no list and count of this reason until then, for all admins. */
export const snoozeAttention = serveRead(
  bookingCalls.snoozeAttention,
  async ({ params: { id }, body, caller, reply }, { barrier, replicas, logDb: pool, now }) => {
    const { attention, until } = body
    const view = await passBarrier({ barrier, replicas }, reply)
    const booking = await view.reads.maybeOne(sql.type(bookingRow)`
      select position, ${attentionCondition(attention, now())} as "isLate"
        from ${readTable(view, 'bookings')} where id = ${id}`)
    if (!booking) throw new AppError('not-found')
    if (until === null) {
      await pool.query('delete from attention_snoozes where booking_id = $1 and attention = $2', [
        id,
        attention,
      ])
      return { until }
    }
    const ms = Date.parse(until) - now().getTime()
    if (ms <= 0 || ms > mostSnoozedDays * 86_400_000)
      throw new AppError('invalid', `until: A time in the next ${mostSnoozedDays} days.`)
    if (!booking.isLate) throw new AppError('wrong-status', 'This booking needs no attention.')
    await pool.query(
      `insert into attention_snoozes (booking_id, attention, until, snoozed_by, booking_position)
       values ($1, $2, $3, $4, $5)
       on conflict (booking_id, attention) do update
         set until = excluded.until, snoozed_by = excluded.snoozed_by, booking_position = excluded.booking_position`,
      [id, attention, until, caller.userId, booking.position],
    )
    return { until }
  },
)
