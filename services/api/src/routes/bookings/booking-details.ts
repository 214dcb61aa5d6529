import type { RowsSql } from '@jaanch/eventlog/append'
import { changePlaceSql, type PlaceChange } from '@jaanch/storage/place-changes'
import { bookUnprovenVisitSql, type UnprovenVisit } from '@jaanch/storage/unproven-visits'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** A copy of the address at the time of ordering: a later change does not redirect a pending collection. */
export type AddressSnapshot = { city: string; [column: string]: unknown }

/** The row of `booking_details`: personal data of a booking, which its events do not contain. */
export type BookingDetails = {
  bookingId: string
  customerId: string
  address: AddressSnapshot | null
  specialInstructions: string | null
  requestHash: string
  /** Of a visit of several people */
  visitId?: string | null
}

/** What is written in the transaction of an append to a booking. */
export type BookingRow = { details?: BookingDetails; place?: PlaceChange; unproven?: UnprovenVisit }

const hashRow = z.object({ requestHash: z.string().nullable() })
const addressRow = z.object({ address: z.custom<AddressSnapshot>() })

export function findDetails(
  db: CommonQueryMethods,
  bookingId: string,
): Promise<{ requestHash: string | null } | null> {
  return db.maybeOne(sql.type(hashRow)`
    select request_hash from booking_details where booking_id = ${bookingId}`)
}

/**
 * Stores or replaces the details of bookings: `carried (value jsonb)` are theirs. Details are written in the transaction of the
 * event that refers to them, so that they are those of the request that was recorded. Older releases write them before the event:
 * of a process that died in between, details of another request may be there.
 */
const writeDetailsSql = `
  insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash, visit_id)
  select d."bookingId", d."customerId", case when u.erased_at is null then d.address end,
         case when u.erased_at is null then d."specialInstructions" end, d."requestHash", d."visitId"
    from carried, jsonb_to_record(value -> 'details') as d
      ("bookingId" uuid, "customerId" uuid, address jsonb, "specialInstructions" text, "requestHash" text, "visitId" uuid)
    left join users u on u.id = d."customerId"
   where value ? 'details'
  on conflict (booking_id) do update set address = excluded.address, request_hash = excluded.request_hash,
    special_instructions = excluded.special_instructions, visit_id = excluded.visit_id, created_at = excluded.created_at`

/** For the appender: a `BookingRow` each. */
export const bookingRowsSql: RowsSql = {
  inserts: [writeDetailsSql],
  calls: [changePlaceSql, bookUnprovenVisitSql],
}

export const addressSnapshot = sql.fragment`
  to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' - 'request_hash'`

/** @returns the latest saved address of a customer */
export async function snapshotLatestAddress(
  db: CommonQueryMethods,
  customerId: string,
): Promise<AddressSnapshot | null> {
  const row = await db.maybeOne(sql.type(addressRow)`
    select ${addressSnapshot} as address from customer_addresses a
     where customer_id = ${customerId} and deleted_at is null order by created_at desc limit 1`)
  return row?.address ?? null
}
