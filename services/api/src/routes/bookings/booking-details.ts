import type { BookingDetails } from '@jaanch/storage/visit/visit-rows'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

export type AddressSnapshot = NonNullable<BookingDetails['address']>

const hashRow = z.object({ requestHash: z.string().nullable() })
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
