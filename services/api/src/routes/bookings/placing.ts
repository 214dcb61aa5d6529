import { AppError } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { PlaceDetails } from '@jaanch/domain/booking/commands'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import type { Caller } from '../../plugins/authentication.ts'
import { onOffer } from '../packages/presenter.ts'
import { answerBooking, commandBooking } from './commanding.ts'

type Body = BodyOf<typeof bookingRoutes.placeBooking>

const packageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  original_price: z.number().nullable(),
})
const addressRow = z.object({ address: z.custom<Record<string, unknown>>() })
const detailsRow = z.object({ request_hash: z.string().nullable() })

/**
 * Places a booking: the rows that its event refers to first, under the booking's id, then the event. If the process dies
 * in between, the rows are orphans that nobody sees; if the request comes again under its Idempotency-Key, it finds what
 * was done and answers the same.
 */
export function servePlacing(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, bookingRoutes.placeBooking, async ({ body, caller, idempotencyKey, request }) => {
    const bookingId = newIdFor('booking', caller.userId, idempotencyKey)
    const requestHash = hashOfBody(body)
    const known = await db.maybeOne(sql.type(detailsRow)`
      select request_hash from booking_details where booking_id = ${bookingId}`)
    if (known && known.request_hash !== requestHash) throw new AppError('key-reused')

    const before = known && (await answerBooking(context, bookingId))
    if (before) return before

    const details = await detailsOf(db, bookingId, body, caller)
    // of two different requests that come at once under one key, the first to write its details wins
    if ((await writeDetails(db, bookingId, body, caller, requestHash)) !== requestHash)
      throw new AppError('key-reused')
    return commandBooking(context, {
      bookingId,
      appendId: newIdFor('place', caller.userId, idempotencyKey),
      command: { type: 'place', details },
      caller,
      requestId: request.id,
      alreadyDone: (code) => code === 'already-exists' && idempotencyKey !== undefined,
    })
  })
}

/** What is ordered, at today's prices of the catalogue. @throws AppError for what is not on offer or not the caller's */
async function detailsOf(
  db: CommonQueryMethods,
  bookingId: string,
  body: Body,
  caller: Caller,
): Promise<PlaceDetails> {
  const ordered = await db.maybeOne(sql.type(packageRow)`
    select id, name, price, original_price from packages where id = ${body.packageId} and ${onOffer}`)
  if (!ordered) throw new AppError('package-unavailable')
  if (body.familyMemberId) {
    const isTheirs = await db.exists(sql.unsafe`
      select from family_members
       where id = ${body.familyMemberId} and customer_id = ${caller.userId} and deleted_at is null`)
    if (!isTheirs) throw new AppError('not-found', 'This family member is not known.')
  }
  const listPrice = Math.max(ordered.original_price ?? 0, ordered.price)
  const isScheduled = body.collectionType === 'scheduled'
  return {
    bookingId,
    customerId: caller.userId,
    familyMemberId: body.familyMemberId ?? null,
    prescriptionId: null,
    lines: [{ packageId: ordered.id, name: ordered.name, price: listPrice }],
    discount: listPrice - ordered.price,
    collectionType: body.collectionType,
    scheduledDate: isScheduled ? (body.scheduledDate ?? null) : null,
    scheduledTime: isScheduled ? (body.scheduledTime ?? null) : null,
    paymentMethod: body.paymentMethod,
    priority: 'medium',
  }
}

/**
 * Keeps the address as it is now: a later change of it does not send a running collection elsewhere.
 * @returns the hash of the request whose details are kept under this id: another one's if that came first
 */
async function writeDetails(
  db: CommonQueryMethods,
  bookingId: string,
  body: Body,
  caller: Caller,
  requestHash: string,
): Promise<string | null> {
  const found = await db.maybeOne(sql.type(addressRow)`
    select to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' as address from customer_addresses a
     where id = ${body.addressId} and customer_id = ${caller.userId} and deleted_at is null`)
  if (!found) throw new AppError('not-found', 'This address is not known.')
  await db.query(sql.unsafe`
    insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
    values (${bookingId}, ${caller.userId}, ${JSON.stringify(found.address)}::jsonb, ${body.specialInstructions ?? null}, ${requestHash})
    on conflict (booking_id) do nothing`)
  const kept = await db.one(sql.type(detailsRow)`
    select request_hash from booking_details where booking_id = ${bookingId}`)
  return kept.request_hash
}
