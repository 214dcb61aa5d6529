import type { ReadView } from '@jaanch/platform/reads/barrier'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
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
