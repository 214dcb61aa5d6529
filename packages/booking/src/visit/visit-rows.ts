import type { RowsSql } from '@jaanch/eventlog/append'
import pg from 'pg'
import type { PlaceChange } from './place-change.ts'

/** The row of `booking_details`: personal data of a booking, which its events do not contain. */
export type BookingDetails = {
  bookingId: string
  customerId: string
  /** A copy at the time of ordering: a later change does not redirect a pending collection */
  address: { city: string; pincode?: string; phone?: string | null; [column: string]: unknown } | null
  specialInstructions: string | null
  requestHash: string
  /** The id of a visit of several people */
  visitId?: string | null
}

/** A visit of a customer whose e-mail address and phone are both unproven, for `book_unproven_visit`. */
type UnprovenVisit = {
  customer: string
  /** The id of the visit, or of its only booking */
  visit: string
  bookings: readonly string[]
  /** How many the customer may have open, with this one */
  most: number
}

/** The row of `payment_references`: a text that a person typed. */
type PaymentReference = { bookingId: string; reference: string }

/** The rows that are written in the transaction of an append to a visit. */
export type VisitRow = {
  details?: BookingDetails
  places?: readonly PlaceChange[]
  /** The lab that is assigned */
  lab?: string
  unproven?: UnprovenVisit
  payment?: PaymentReference
}

/**
 * Stores the details of bookings, or another address of some: `carried (value jsonb)` are theirs. Details are written in the transaction
 * of the event that refers to them, so that they are those of the request that was recorded.
 */
const writeDetailsSql = `
  insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash, visit_id)
  select d."bookingId", d."customerId", case when u.erased_at is null then d.address end,
         case when u.erased_at is null then d."specialInstructions" end, d."requestHash", d."visitId"
    from carried, jsonb_to_record(value -> 'details') as d
      ("bookingId" uuid, "customerId" uuid, address jsonb, "specialInstructions" text, "requestHash" text, "visitId" uuid)
    left join users u on u.id = d."customerId"
   where value ? 'details'
  on conflict (booking_id) do update set address = excluded.address`

const writePaymentSql = `
  insert into payment_references (booking_id, reference)
  select p."bookingId", p.reference
    from carried, jsonb_to_record(value -> 'payment') as p ("bookingId" uuid, reference text)
   where value ? 'payment'
  on conflict (booking_id) do update set reference = excluded.reference`

const refuseSuspendedSql = `select refuse_suspended((value ->> 'lab')::uuid) from carried where value ? 'lab'`

const setPlacesSql = `
  select set_place(p.visit, p.bookings, p.claim, p.hold, p."labPartnerId", p.date, p.slot, p.until)
    from carried, jsonb_to_recordset(value -> 'places') as p
      (visit uuid, bookings smallint, claim text, hold uuid, "labPartnerId" uuid, date date, slot smallint, until timestamptz)
   where value ? 'places'`

/** For the appender: counts the visits that appends carry as `{ unproven: UnprovenVisit }`. */
const bookUnprovenVisitSql = `select book_unproven_visit(value -> 'unproven') from carried where value ? 'unproven'`

/** For the appender: a `VisitRow` each. */
export const visitRowsSql: RowsSql = {
  inserts: [writeDetailsSql, writePaymentSql],
  calls: [refuseSuspendedSql, setPlacesSql, bookUnprovenVisitSql],
}

/** SQLSTATE of `set_place`: the hold has expired, the place was given back, or the lab has no free one */
const placeLostCode = 'JN002'
/** SQLSTATE of `refuse_suspended` */
const labSuspendedCode = 'JN003'
/** SQLSTATE of `count_visits` */
const visitsChangedCode = 'JN004'
/** SQLSTATE of `book_unproven_visit` */
const tooManyVisitsCode = 'JN005'

const hasCode = (error: unknown, code: string) => error instanceof pg.DatabaseError && error.code === code

/** Whether an append was refused because its place was lost meanwhile. */
export function isPlaceLost(error: unknown): boolean {
  return hasCode(error, placeLostCode)
}

/** Whether an assignment was refused because the lab was suspended meanwhile. */
export function isLabSuspended(error: unknown): boolean {
  return hasCode(error, labSuspendedCode)
}

/** Whether a first declaration was refused because the visits that it counts changed meanwhile. */
export function haveVisitsChanged(error: unknown): boolean {
  return hasCode(error, visitsChangedCode)
}

/** Whether an append was refused because as many visits of the unproven account are open as it may have. */
export function isTooManyVisits(error: unknown): boolean {
  return hasCode(error, tooManyVisitsCode)
}
