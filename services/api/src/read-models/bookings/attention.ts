import type { Attention } from '@jaanch/contracts/http/attention'
import { reportWithinHours, unassignedWithin } from '@jaanch/domain/booking/deadlines'
import { type FragmentSqlToken, sql } from 'slonik'
import type { ReadView } from '../../reads/barrier.ts'
import { readTable } from '../../reads/read-tables.ts'

const { least, usually } = reportWithinHours
const uncollected = sql.fragment`status in ('pending', 'pending_customer_confirmation', 'confirmed')`

/**
 * The condition under which a row of the bookings' read table needs attention at a moment. Each begins with the condition
 * of a partial index that holds only what may come to need attention.
 */
export function attentionCondition(attention: Attention, now: Date): FragmentSqlToken {
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000).toISOString()
  switch (attention) {
    case 'unassigned':
      // an order that waits for its customer's word needs no lab yet
      return sql.fragment`lab_partner_id is null and status in ('pending', 'confirmed')
        and created_at <= ${hours(unassignedWithin / 3_600_000)}::timestamptz`
    case 'instant-late':
      return sql.fragment`${uncollected} and collection_type = 'instant'
        and collect_by <= ${now.toISOString()}::timestamptz`
    case 'slot-missed':
      return sql.fragment`${uncollected} and collection_type = 'scheduled'
        and collect_by <= ${now.toISOString()}::timestamptz`
    case 'report-late':
      return sql.fragment`status in ('sample-collection', 'lab-processing') and report_id is null
        and collected_at <= ${hours(least)}::timestamptz and collected_at + ${promise} <= ${now.toISOString()}::timestamptz`
  }
}

/**
 * The rows that need attention, as a table to select from. `offset 0` keeps the planner from walking all bookings by date
 * until it has met a page of late ones: that took 370 ms of two million, where the index that has just the late ones takes 8.
 */
export function lateBookings(view: Pick<ReadView, 'generation'>, attention: Attention, now: Date) {
  return sql.fragment`
    (select * from ${readTable(view, 'bookings')} where ${attentionCondition(attention, now)} offset 0) late`
}

/** What takes longest of all that was ordered, within the promise of 24 to 48 hours unless the catalogue says more. */
const promise = sql.fragment`make_interval(hours => greatest(${least}::integer, coalesce(
  (select max(coalesce(p.turnaround_hours, ${usually}::integer)) from packages p
    where p.id in (select (line ->> 'packageId')::uuid from jsonb_array_elements(data->'lines') line)), ${usually}::integer)))`
