/**
 * The rules of who may see which rows and give which commands. The routes' table (contracts/http) says which role may make a call; these
 * rules say on what. Each rule exists as SQL for lists and, where commands need it, for one state.
 */

import type { Caller } from '@jaanch/contracts/caller'
import { type FragmentSqlToken, sql } from 'slonik'
import type { BookingEvent } from './events.ts'

const all = sql.fragment`true`
const none = sql.fragment`false`

/** Condition on the read table `bookings`: customers see their own, labs those assigned to them, and their collectors those that they visit. */
export function visibleBookings(caller: Caller): FragmentSqlToken {
  switch (caller.role) {
    case 'admin':
      return all
    case 'customer':
      return sql.fragment`customer_id = ${caller.userId}`
    case 'lab-partner':
      return caller.labRole === 'collector'
        ? sql.fragment`lab_partner_id = ${caller.labPartnerId} and data ->> 'collectorId' = ${caller.userId}`
        : sql.fragment`lab_partner_id = ${caller.labPartnerId}`
  }
}

/** The same rule for one booking, but for collectors: see `makesVisit`. */
export function maySeeBooking(
  caller: Caller,
  booking: { customerId: string; labPartnerId: string | null },
): boolean {
  if (caller.role === 'admin') return true
  if (caller.role === 'customer') return booking.customerId === caller.userId
  return booking.labPartnerId !== null && booking.labPartnerId === caller.labPartnerId
}

/**
 * Whether a lab's person who gives a command is a collector of the visit. One who was counts too: a phone may send what was done before the
 * visit was handed over.
 */
export function makesVisit({ labRole, userId }: Caller, history: readonly BookingEvent[]): boolean {
  return (
    labRole !== 'collector' ||
    history.some(({ type, data }) => type === 'CollectorAssigned' && data.collectorId === userId)
  )
}

/** Condition on the read table `prescriptions`: customers see their own, admins all. */
export function visiblePrescriptions(caller: Caller): FragmentSqlToken {
  if (caller.role === 'admin') return all
  return caller.role === 'customer' ? sql.fragment`customer_id = ${caller.userId}` : none
}

/** The same rule for one prescription. */
export function maySeePrescription(caller: Caller, prescription: { customerId: string }): boolean {
  return caller.role === 'admin' || prescription.customerId === caller.userId
}
