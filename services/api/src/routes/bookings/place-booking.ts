import type { OrderLine } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { genderRestrictions, genders } from '@jaanch/contracts/vocabulary'
import type { PlaceDetails } from '@jaanch/domain/booking/commands'
import { ineligibility } from '@jaanch/domain/booking/eligibility'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { onOffer } from '../../read-models/packages.ts'
import { type AddressSnapshot, findDetails, snapshotAddress, storeDetails } from './booking-details.ts'
import { bookings, decideBooking, viewBooking } from './command-booking.ts'
import { proposeOrder } from './propose-order.ts'

type Body = BodyOf<typeof bookingRoutes.placeBooking>

const packageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  originalPrice: z.number().nullable(),
  genderSpecific: z.enum(genderRestrictions),
  ageMin: z.number().nullable(),
  ageMax: z.number().nullable(),
})
const patientRow = z.object({ gender: z.enum(genders).nullable(), dateOfBirth: z.string().nullable() })

export function registerPlaceBooking(app: FastifyInstance, context: Context): void {
  serve(app, context, bookingRoutes.placeBooking, ({ params, body, caller, idempotencyKey, request }) =>
    caller.role === 'admin'
      ? proposeOrder(context, {
          params,
          body: body as unknown as z.output<typeof prescriptionOrderInput>,
          caller,
          idempotencyKey,
          requestId: request.id,
        })
      : placeBooking(context, { body, caller, idempotencyKey, requestId: request.id }),
  )
}

type PlaceRequest = { body: Body; caller: Caller; idempotencyKey: string | undefined; requestId: string }

/**
 * Places a customer's booking: first the details, under the booking's id, then the event. If the process dies in between,
 * nobody sees the details; a repeated request completes the booking.
 */
function placeBooking(context: Context, request: PlaceRequest): Promise<BookingView> {
  const { db, logDb } = context
  const { body, caller, idempotencyKey, requestId } = request
  const { userId } = caller
  return createOnce(
    { kind: 'booking', userId, idempotencyKey, content: body },
    {
      async find(bookingId) {
        const details = await findDetails(db, bookingId)
        if (!details) return undefined
        async function view(): Promise<BookingView | undefined> {
          const booking = await bookings.load(logDb, bookingId)
          return booking && viewBooking(context, booking)
        }
        return { ...details, view }
      },
      async create(bookingId, requestHash) {
        const { details, address } = await priceOrder(context, body, bookingId, caller)
        const specialInstructions = body.specialInstructions ?? null
        const { booking, refused } = await decideBooking(
          context,
          {
            bookingId,
            appendId: appendIdOf(bookingId, requestHash),
            caller,
            requestId,
            async beforeAppend() {
              const row = { bookingId, customerId: userId, address, specialInstructions, requestHash }
              // of two different requests with one key at the same time, the first to store its details wins
              if ((await storeDetails(db, row)) !== requestHash) throw new AppError('key-reused')
            },
          },
          () => ({ type: 'place', details }),
        )
        if (refused === 'already-exists') return undefined
        if (refused || !booking) throw new AppError(refused ?? 'conflict')
        return viewBooking(context, booking)
      },
    },
  )
}

/**
 * The order at the current prices of the catalogue: the line has the list price, the discount is the difference to the price.
 * @throws AppError for a package that is not on offer or not suitable for the patient, and for ids of other customers
 */
async function priceOrder(
  { db, now }: Context,
  body: Body,
  bookingId: string,
  caller: Caller,
): Promise<{ details: PlaceDetails; address: AddressSnapshot }> {
  const ordered = await db.maybeOne(sql.type(packageRow)`
    select id, name, price, original_price, gender_specific,
           age_min, age_max
      from packages where id = ${body.packageId} and ${onOffer}`)
  if (!ordered) throw new AppError('package-unavailable')

  const scheduledDate = body.collectionType === 'scheduled' ? (body.scheduledDate ?? null) : null
  const scheduledTime = body.collectionType === 'scheduled' ? (body.scheduledTime ?? null) : null
  const patient = await db.maybeOne(sql.type(patientRow)`
    select gender, date_of_birth from ${
      body.familyMemberId
        ? sql.fragment`family_members
           where id = ${body.familyMemberId} and customer_id = ${caller.userId} and deleted_at is null`
        : sql.fragment`users where id = ${caller.userId}`
    }`)
  if (!patient) throw new AppError('not-found', 'This family member is not known.')
  const reason = ineligibility(ordered, patient, scheduledDate ?? istDate(now()))
  if (reason) throw new AppError('invalid', reason)
  const address = await snapshotAddress(db, caller.userId, body.addressId)
  if (!address) throw new AppError('not-found', 'This address is not known.')

  const listPrice = Math.max(ordered.originalPrice ?? 0, ordered.price)
  const line: OrderLine = { packageId: ordered.id, name: ordered.name, price: listPrice }
  const details: PlaceDetails = {
    bookingId,
    customerId: caller.userId,
    familyMemberId: body.familyMemberId ?? null,
    prescriptionId: null,
    lines: [line],
    discount: listPrice - ordered.price,
    collectionType: body.collectionType,
    scheduledDate,
    scheduledTime,
    paymentMethod: body.paymentMethod,
    priority: 'medium',
  }
  return { details, address }
}
