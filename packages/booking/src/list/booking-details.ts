import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { BookingDetails } from '../visit/visit-rows.ts'

export type AddressSnapshot = NonNullable<BookingDetails['address']>

const hashRow = z.object({ requestHash: z.string().nullable() })
const detailsRow = z.object({
  bookingId: z.uuid(),
  customerId: z.uuid(),
  address: z.custom<BookingDetails['address']>(),
  specialInstructions: z.string().nullable(),
  requestHash: z.string(),
  visitId: z.uuid().nullable(),
})
const addressRow = z.object({ address: z.custom<AddressSnapshot>() })

export function findDetails(
  db: CommonQueryMethods,
  bookingId: string,
): Promise<{ requestHash: string | null } | null> {
  return db.maybeOne(sql.type(hashRow)`
    select request_hash from booking_details where booking_id = ${bookingId}`)
}

export const addressSnapshot = sql.fragment`
  to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' - 'request_hash'`

/** @returns a saved address of a customer, as it is now. @throws AppError not-found */
export async function snapshotAddress(
  db: CommonQueryMethods,
  customerId: string,
  addressId: string,
): Promise<AddressSnapshot> {
  const row = await db.maybeOne(sql.type(addressRow)`
    select ${addressSnapshot} as address from customer_addresses a
     where id = ${addressId} and customer_id = ${customerId} and deleted_at is null`)
  if (!row) throw new AppError('not-found', 'This address is not known.')
  return row.address
}

/** @returns the details of a booking, to be stored again with another address; null if there are none */
export async function readDetails(db: CommonQueryMethods, bookingId: string): Promise<BookingDetails | null> {
  return db.maybeOne(sql.type(detailsRow)`
    select booking_id, customer_id, address, special_instructions, coalesce(request_hash, '') as request_hash, visit_id
      from booking_details where booking_id = ${bookingId}`)
}

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
