import { type BookingTab, type TabRule, tabRules } from '@jaanch/contracts/booking-tabs'
import type { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { QueryOf } from '@jaanch/contracts/http/route'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { type FragmentSqlToken, sql } from 'slonik'

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

type Filters = Pick<QueryOf<typeof bookingRoutes.listBookings>, 'q' | 'from' | 'to' | 'slot' | 'type'>

/**
 * `q` finds a part of a package's name, the end of an order number or the beginning of an id; `from` and `to` limit the date
 * of collection. The client applies the same rule to pushed rows (web/src/lib/live/booking-filter.ts).
 */
export function bookingFilters({ q, from, to, slot, type }: Filters): FragmentSqlToken {
  const date = sql.fragment`coalesce(scheduled_date::date, (created_at at time zone 'Asia/Kolkata')::date)`
  const literal = q?.replace(/[\\%_]/g, (character) => `\\${character}`)
  return all([
    q
      ? sql.fragment`(package_name ilike ${`%${literal}%`} or order_number ilike ${`%${literal}`} or id::text like ${`${literal?.toLowerCase()}%`})`
      : undefined,
    from ? sql.fragment`${date} >= ${from}::date` : undefined,
    to ? sql.fragment`${date} <= ${to}::date` : undefined,
    slot ? sql.fragment`scheduled_time = ${slot}` : undefined,
    type ? sql.fragment`collection_type = ${type}` : undefined,
  ])
}

function all(conditions: readonly (FragmentSqlToken | undefined)[]): FragmentSqlToken {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql.fragment`true` : sql.fragment`${sql.join(given, sql.fragment` and `)}`
}
