import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** A copy of the address at the time of ordering: a later change does not redirect a pending collection. */
export type AddressSnapshot = Record<string, unknown>

/** The row of `booking_details`: personal data of a booking, which its events do not contain. */
export type BookingDetails = {
  bookingId: string
  customerId: string
  address: AddressSnapshot | null
  specialInstructions: string | null
  requestHash: string
}

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
 * Stores details if the booking has none yet. Those of the same request become new again: rows without an event are collected
 * after a day, and the event follows now.
 * @returns the hash of the request whose details are stored
 */
export async function storeDetails(db: CommonQueryMethods, details: BookingDetails): Promise<string | null> {
  const { bookingId, customerId, address, specialInstructions, requestHash } = details
  const { rowCount } = await db.query(sql.unsafe`
    insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
    values (${bookingId}, ${customerId}, ${JSON.stringify(address)}::jsonb, ${specialInstructions}, ${requestHash})
    on conflict (booking_id) do update set created_at = excluded.created_at
      where booking_details.request_hash = excluded.request_hash`)
  return rowCount === 1 ? requestHash : ((await findDetails(db, bookingId))?.requestHash ?? null)
}

/** Stores or replaces details in the transaction of the event that refers to them. */
export async function writeDetails(client: pg.ClientBase, details: BookingDetails): Promise<void> {
  const { bookingId, customerId, address, specialInstructions, requestHash } = details
  await client.query(
    `insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
     values ($1, $2, $3, $4, $5)
     on conflict (booking_id) do update set address = excluded.address, request_hash = excluded.request_hash,
       special_instructions = excluded.special_instructions`,
    [bookingId, customerId, address && JSON.stringify(address), specialInstructions, requestHash],
  )
}

/** @returns a saved address of a customer: the one with this id; without an id the latest */
export async function snapshotAddress(
  db: CommonQueryMethods,
  customerId: string,
  addressId: string | null,
): Promise<AddressSnapshot | null> {
  const row = await db.maybeOne(sql.type(addressRow)`
    select to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' - 'request_hash' as address from customer_addresses a
     where customer_id = ${customerId} and deleted_at is null and (${addressId}::uuid is null or id = ${addressId})
     order by created_at desc limit 1`)
  return row?.address ?? null
}
