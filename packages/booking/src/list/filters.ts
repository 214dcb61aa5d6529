import type { QueryOf } from '@jaanch/contracts/http/route'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { type FragmentSqlToken, sql } from 'slonik'
import type { bookingCalls } from '../api.ts'
import { type BookingTab, type TabRule, tabRules } from './tabs.ts'

/** The condition of a tab. Literals, not parameters: only then does the planner use the partial indexes of generation.sql. */
export function tabCondition(tab: BookingTab): FragmentSqlToken {
  const { statusIn, statusNotIn, hasLab }: TabRule = tabRules[tab]
  return all([
    statusIn && sql.fragment`status in (${statusList(statusIn)})`,
    statusNotIn && sql.fragment`status not in (${statusList(statusNotIn)})`,
    hasLab === undefined
      ? undefined
      : hasLab
        ? sql.fragment`lab_partner_id is not null`
        : sql.fragment`lab_partner_id is null`,
  ])
}

function statusList(statuses: readonly BookingStatus[]): FragmentSqlToken {
  const literals = statuses.map((status) => sql.literalValue(status))
  return sql.fragment`${sql.join(literals, sql.fragment`, `)}`
}

type Filters = Pick<
  QueryOf<typeof bookingCalls.listBookings>,
  'status' | 'from' | 'to' | 'slot' | 'type' | 'lab'
>

/**
 * `from` and `to` limit the date of collection, in India. The client applies the same rules to pushed rows, here and in
 * `findText` (web/src/features/booking/bookings-calls.ts).
 */
export function bookingFilters({ status, from, to, slot, type, lab }: Filters): FragmentSqlToken {
  return all([
    status && sql.fragment`status in (${statusList(status)})`,
    from ? sql.fragment`collection_date >= ${from}::date` : undefined,
    to ? sql.fragment`collection_date <= ${to}::date and ${placedBefore(to)}` : undefined,
    slot ? sql.fragment`visit_time = ${slot}` : undefined,
    type ? sql.fragment`collection_type = ${type}` : undefined,
    lab ? sql.fragment`lab_partner_id = ${lab}` : undefined,
  ])
}

/**
 * Nobody can order a collection in the past, so every booking that `to` admits was placed until then: a list that is read in the
 * order of placing begins there, and not at the newest booking. A day more, since an order of the last second before midnight
 * may be recorded after it.
 */
function placedBefore(to: string): FragmentSqlToken {
  return sql.fragment`created_at < ((${to}::date + 2)::timestamp at time zone 'Asia/Kolkata')`
}

function all(conditions: readonly (FragmentSqlToken | undefined)[]): FragmentSqlToken {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql.fragment`true` : sql.fragment`${sql.join(given, sql.fragment` and `)}`
}
