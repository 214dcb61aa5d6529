import type { BookingTab } from '@jaanch/contracts/booking-tabs'
import type { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { sql } from 'slonik'
import type { Caller } from '../../auth/authentication.ts'

/** The condition under which a caller may see a row of the bookings' read table. */
export function visibleTo(caller: Caller) {
  switch (caller.role) {
    case 'admin':
      return sql.fragment`true`
    case 'customer':
      return sql.fragment`customer_id = ${caller.userId}`
    case 'lab-partner':
      return sql.fragment`lab_partner_id = ${caller.labPartnerId}`
  }
}

/** The same rule for a booking that was folded from its stream. */
export function maySee(
  caller: Caller,
  booking: { customerId: string; labPartnerId: string | null },
): boolean {
  if (caller.role === 'admin') return true
  if (caller.role === 'customer') return booking.customerId === caller.userId
  return booking.labPartnerId !== null && booking.labPartnerId === caller.labPartnerId
}

/**
 * The rule of contracts/booking-tabs as SQL; the conditions are those of the read table's partial indexes.
 * (A test holds the two against each other.)
 */
export const tabConditions: Record<BookingTab, ReturnType<typeof sql.fragment>> = {
  upcoming: sql.fragment`status not in ('completed', 'cancelled')`,
  past: sql.fragment`status in ('completed', 'cancelled')`,
  all: sql.fragment`true`,
  confirmed: sql.fragment`status = 'confirmed'`,
  'in-progress': sql.fragment`status in ('sample-collection', 'lab-processing')`,
  completed: sql.fragment`status = 'completed'`,
  unassigned: sql.fragment`lab_partner_id is null`,
  assigned: sql.fragment`lab_partner_id is not null and status not in ('completed', 'cancelled')`,
}

type Filters = Pick<QueryOf<typeof bookingRoutes.listBookings>, 'q' | 'from' | 'to' | 'slot' | 'type'>

/**
 * A text that finds a package's name, an order number or the beginning of an id; a span of collection dates; a slot; a type.
 * (The client filters what is pushed to it by the same rule: web/src/lib/live/filter.ts.)
 */
export function filtersOf({ q, from, to, slot, type }: Filters) {
  const date = sql.fragment`coalesce(scheduled_date::date, (created_at at time zone 'Asia/Kolkata')::date)`
  const literal = q?.replace(/[\\%_]/g, (character) => `\\${character}`)
  const conditions = [
    q
      ? sql.fragment`(package_name ilike ${`%${literal}%`} or order_number ilike ${`%${literal}`} or id::text like ${`${literal?.toLowerCase()}%`})`
      : null,
    from ? sql.fragment`${date} >= ${from}::date` : null,
    to ? sql.fragment`${date} <= ${to}::date` : null,
    slot ? sql.fragment`scheduled_time = ${slot}` : null,
    type ? sql.fragment`collection_type = ${type}` : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql.fragment`true` : sql.join(conditions, sql.fragment` and `)
}
