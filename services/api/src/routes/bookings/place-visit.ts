import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { instantSlots } from '@jaanch/domain/booking/instant-slots'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../http/idempotency.ts'
import { refuseBeyond } from '../../limits/limits.ts'
import { areaOf } from '../../places/area.ts'
import { presentBooking } from '../../read-models/bookings/bookings.ts'
import { bookPlace } from './book-place.ts'
import type { AddressSnapshot } from './booking-details.ts'
import type { FoundOrder, OrderIds } from './look-up-order.ts'
import { priceBooking, refuseOtherTotal } from './price-visit.ts'
import { type NewBooking, recordVisit } from './record-visit.ts'
import { refuseContained } from './refuse-contained.ts'
import { contentOf, refuseRepeated, requestedVisit, type VisitRequest } from './requested-visit.ts'
import { answerOf, type VisitView, viewVisit } from './view-visit.ts'

type PlaceRequest = {
  body: VisitRequest
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
}
/** What each package of each person refers to */
type FoundVisit = { orders: FoundOrder[][]; first: FoundOrder }

/**
 * Places a customer's booking with two statements, each of which is shared by the requests of the moment: one looks up what the
 * request refers to, one records the event and, in the same transaction, the details that it must not contain. Where labs declared
 * limits, a place is held in between. Several people have a booking each, which are recorded together.
 */
export function placeVisit(
  context: Context,
  lookUp: (ids: OrderIds) => Promise<FoundOrder>,
  { body, caller, idempotencyKey, requestId }: PlaceRequest,
): Promise<VisitView> {
  refuseRepeated(body)
  const { userId: customerId } = caller
  const { addressId } = body
  let found: FoundVisit | undefined

  async function find(id: string): Promise<FoundVisit> {
    const orders = await Promise.all(
      requestedVisit(body, id).bookings.map(({ bookingId, packageIds, familyMemberId }) =>
        Promise.all(
          packageIds.map((packageId) =>
            lookUp({ bookingId, customerId, packageId, addressId, familyMemberId }),
          ),
        ),
      ),
    )
    return { orders, first: orders[0]?.[0] as FoundOrder }
  }

  return createOnce(
    { kind: 'booking', userId: customerId, idempotencyKey, content: contentOf(body) },
    {
      async find(id) {
        found = await find(id)
        if (!found.first.earlier) return undefined
        return { ...found.first.earlier, view: () => viewVisit(context, body, id) }
      },
      async create(id, requestHash) {
        const { orders, first } = found ?? (await find(id))
        const visit = requestedVisit(body, id)
        const who = { customerId, visitId: visit.visitId, now: context.now() }
        const placed = visit.bookings.map((booking, index) =>
          priceBooking(orders[index] ?? [], booking, body, who),
        )
        refuseOtherTotal(body, placed)
        const address = first.address as AddressSnapshot
        await refuseContained(context, visit.bookings)
        refuseBeyond(context.limits.openBookings, first.openBookings + placed.length - 1)
        refuseBeyond(context.limits.unprovenVisits, first.unprovenVisits ?? 0)
        for (const _ of placed) await context.rateLimits.count('bookings', customerId)

        // jsonb does not accept half a surrogate pair
        const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
        const details = { customerId, address, specialInstructions, requestHash, visitId: visit.visitId }
        const recorded = await bookPlace(
          context,
          {
            id: visit.visitId ?? id,
            bookings: placed.length,
            area: areaOf(address),
            customerId,
            packageIds: visit.bookings.flatMap(({ packageIds }) => packageIds),
            ...wantedSlots(body, context.now()),
            holdId: body.holdId,
          },
          [id, requestHash],
          (booked) =>
            recordVisit(
              context,
              placed.map((booking): NewBooking => {
                return { placed: booking, details: { ...details, bookingId: booking.bookingId } }
              }),
              booked,
              { caller, requestId, requestHash, isUnproven: first.unprovenVisits !== null },
            ),
        )
        if (recorded === 'full') {
          // another request with the key may have taken the last place
          if ((await find(id)).first.earlier) return undefined
          throw new AppError(body.collectionType === 'instant' ? 'instant-unavailable' : 'slot-full')
        }
        if (recorded.refused === 'already-exists') return undefined
        if (recorded.refused) throw new AppError(recorded.refused)
        if (!recorded.isNew) return viewVisit(context, body, id)
        return answerOf(
          recorded.bookings.map((booking, index) => {
            const { name = null, relationship = null } = orders[index]?.[0]?.patient ?? {}
            return presentBooking(booking, {
              labName: null,
              memberName: name,
              memberRelationship: relationship,
              specialInstructions,
              city: address.city,
              visitSize: recorded.bookings.length,
            })
          }),
        )
      },
    },
  )
}

function wantedSlots({ collectionType, scheduledDate, scheduledTime }: VisitRequest, now: Date) {
  if (collectionType === 'instant' || !scheduledDate || !scheduledTime) {
    return { isInstant: true, slots: instantSlots(now) }
  }
  return { isInstant: false, slots: [{ date: scheduledDate, slot: slotNumber(scheduledTime) }] }
}
