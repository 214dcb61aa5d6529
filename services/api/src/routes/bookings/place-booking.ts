import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { PlaceDetails } from '@jaanch/domain/booking/commands'
import { ineligibility } from '@jaanch/domain/booking/eligibility'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { refuseBeyond } from '../../limits/limits.ts'
import { presentBooking } from '../../read-models/bookings/bookings.ts'
import type { AddressSnapshot, BookingDetails } from './booking-details.ts'
import { bookings, decideBooking, viewBooking } from './command-booking.ts'
import { createOrderLookUp, type FoundOrder, type OrderIds } from './look-up-order.ts'
import { proposeOrder } from './propose-order.ts'

type Body = BodyOf<typeof bookingRoutes.placeBooking>

export function registerPlaceBooking(app: FastifyInstance, context: Context): void {
  const lookUp = createOrderLookUp(context)
  serve(app, context, bookingRoutes.placeBooking, ({ params, body, caller, idempotencyKey, request }) =>
    caller.role === 'admin'
      ? proposeOrder(context, {
          params,
          body: body as unknown as z.output<typeof prescriptionOrderInput>,
          caller,
          idempotencyKey,
          requestId: request.id,
        })
      : placeBooking(context, lookUp, { body, caller, idempotencyKey, requestId: request.id }),
  )
}

type PlaceRequest = { body: Body; caller: Caller; idempotencyKey: string | undefined; requestId: string }

/**
 * Places a customer's booking with two statements, each of which is shared by the requests of the moment: one looks up what the
 * request refers to, one records the event and, in the same transaction, the details that it must not contain.
 */
function placeBooking(
  context: Context,
  lookUp: (ids: OrderIds) => Promise<FoundOrder>,
  { body, caller, idempotencyKey, requestId }: PlaceRequest,
): Promise<BookingView> {
  const { userId: customerId } = caller
  const { packageId, addressId, familyMemberId = null } = body
  const find = (bookingId: string) => lookUp({ bookingId, customerId, packageId, addressId, familyMemberId })
  let found: FoundOrder | undefined
  return createOnce(
    { kind: 'booking', userId: customerId, idempotencyKey, content: body },
    {
      async find(bookingId) {
        found = await find(bookingId)
        if (!found.earlier) return undefined
        async function view(): Promise<BookingView | undefined> {
          const booking = await bookings.load(context.logDb, bookingId)
          return booking && viewBooking(context, booking)
        }
        return { ...found.earlier, view }
      },
      async create(bookingId, requestHash) {
        const order = found ?? (await find(bookingId))
        const { details, address } = priceOrder(order, body, { bookingId, customerId, now: context.now() })
        refuseBeyond(context.limits.openBookings, order.openBookings)
        await context.rateLimits.count('bookings', customerId)
        // jsonb does not accept half a surrogate pair
        const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
        const row: BookingDetails = { bookingId, customerId, address, specialInstructions, requestHash }
        const appendId = appendIdOf(bookingId, requestHash)
        const { booking, refused, appended } = await decideBooking(
          context,
          { bookingId, appendId, known: [], row, caller, requestId },
          () => ({ type: 'place', details }),
        )
        if (refused === 'already-exists') return undefined
        if (refused || !booking) throw new AppError(refused ?? 'conflict')
        if (appended?.duplicate) return viewBooking(context, booking)
        const { name = null, relationship = null } = order.patient ?? {}
        return presentBooking(booking, {
          labName: null,
          memberName: name,
          memberRelationship: relationship,
          specialInstructions,
          city: address.city,
        })
      },
    },
  )
}

/**
 * The order at the current prices of the catalogue: the line has the list price, the discount is the difference to the price.
 * @throws AppError for a package that is not on offer or not suitable for the patient, and for ids of other customers
 */
function priceOrder(
  { ordered, patient, address }: FoundOrder,
  body: Body,
  { bookingId, customerId, now }: { bookingId: string; customerId: string; now: Date },
): { details: PlaceDetails; address: AddressSnapshot } {
  if (!ordered) throw new AppError('package-unavailable')
  const isScheduled = body.collectionType === 'scheduled'
  const scheduledDate = isScheduled ? (body.scheduledDate ?? null) : null
  const scheduledTime = isScheduled ? (body.scheduledTime ?? null) : null
  if (!patient) throw new AppError('not-found', 'This family member is not known.')
  const reason = ineligibility(ordered, patient, scheduledDate ?? istDate(now))
  if (reason) throw new AppError('invalid', reason)
  if (!address) throw new AppError('not-found', 'This address is not known.')

  const listPrice = Math.max(ordered.originalPrice ?? 0, ordered.price)
  const details: PlaceDetails = {
    bookingId,
    customerId,
    familyMemberId: body.familyMemberId ?? null,
    prescriptionId: null,
    lines: [{ packageId: ordered.id, name: ordered.name, price: listPrice }],
    discount: listPrice - ordered.price,
    collectionType: body.collectionType,
    scheduledDate,
    scheduledTime,
    paymentMethod: body.paymentMethod,
    priority: 'medium',
  }
  return { details, address }
}
