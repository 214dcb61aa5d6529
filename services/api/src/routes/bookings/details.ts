import { type CommonQueryMethods, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'

/** An address as it is when a booking is placed: a later change of it does not send a running collection elsewhere. */
export type AddressSnapshot = Record<string, unknown>

/** What a booking's events only refer to. */
export type Details = {
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
    select request_hash as "requestHash" from booking_details where booking_id = ${bookingId}`)
}

/** Keeps details unless some are kept already. @returns the hash of the request whose details are kept */
export async function keepDetails(db: CommonQueryMethods, details: Details): Promise<string | null> {
  await db.query(sql.unsafe`${insertDetails(details)} on conflict (booking_id) do nothing`)
  return (await findDetails(db, details.bookingId))?.requestHash ?? null
}

/** To be made together with the event that refers to them. */
export function replaceDetails(details: Details): QuerySqlToken {
  return sql.unsafe`${insertDetails(details)}
    on conflict (booking_id) do update set address = excluded.address, request_hash = excluded.request_hash,
      special_instructions = excluded.special_instructions`
}

function insertDetails({ bookingId, customerId, address, specialInstructions, requestHash }: Details) {
  return sql.fragment`
    insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
    values (${bookingId}, ${customerId}, ${JSON.stringify(address)}::jsonb, ${specialInstructions}, ${requestHash})`
}

/** A saved address of a customer: the one with this id, or without one the latest. */
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
