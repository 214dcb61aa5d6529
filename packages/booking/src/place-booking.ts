import { recordNotice } from '@jaanch/account/privacy/notices'
import { AppError } from '@jaanch/contracts/errors'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import type { LogAccess } from '@jaanch/eventlog/stream'
import { type Limits, refuseBeyond } from '@jaanch/platform/limits/limits'
import type { bookingCalls } from './api.ts'
import type { BookingSummary } from './booking.ts'
import type { BookingView } from './booking-view.ts'
import type { PlaceDetails } from './commands.ts'
import { strictestFast } from './last-meal.ts'
import { presentBooking } from './list/present-booking.ts'
import { areaOf } from './places/limited-areas.ts'
import type { RequestPlaces } from './places/take-place.ts'
import { withinUnprovenVisits } from './places/unproven-visits.ts'
import {
  contentOf,
  type FoundOrder,
  type OrderIds,
  priceBooking,
  type RequestedBooking,
  refuseContained,
  refuseOtherTotal,
  refuseRepeated,
  requestedVisit,
  type VisitRequest,
} from './price-visit.ts'
import { bookings, commandVisit } from './visit/command-visit.ts'
import { visitCommands } from './visit/decide.ts'
import { isCancelled, packagesOf, slotsOf } from './visit/visit.ts'
import type { VisitRow } from './visit/visit-rows.ts'

type VisitView = ResponseOf<typeof bookingCalls.placeBooking>

type Services = LogAccess & {
  now: () => Date
  limits: Pick<Limits, 'openBookings' | 'unprovenVisits'>
  /** Counts a booking of the customer. @throws TooManyError */
  countBooking: (customerId: string) => Promise<void>
  lookUp: (ids: OrderIds) => Promise<FoundOrder>
  viewBooking: (booking: BookingSummary, visitSize?: number) => Promise<BookingView>
  createPlaces: () => RequestPlaces
}

type PlaceRequest = {
  body: VisitRequest
  customerId: string
  actor: string
  idempotencyKey: string | undefined
  requestId: string
}

const attempts = ['first', 'second']

/** Places a customer's booking, and records which notice the customer was shown. */
export async function placeBooking(services: Services, request: PlaceRequest): Promise<VisitView> {
  // no part of the order: a retry by a client of another release is the same request
  const { noticeVersion, ...body } = request.body
  let recorded: number | null | undefined
  async function lookUp(ids: OrderIds): Promise<FoundOrder> {
    const found = await services.lookUp(ids)
    recorded = found.customer?.noticeVersion
    return found
  }
  const placed = await placeVisit({ ...services, lookUp }, { ...request, body })
  // a refused order leaves nothing; if this fails, the same request again records it
  if (noticeVersion !== recorded)
    await recordNotice(services.pool, request.customerId, 'booking', noticeVersion)
  return placed
}

/**
 * With two statements, each of which is shared by the requests of the moment: one looks up what the request refers to, one records the
 * event and, in the same transaction, the details that it must not contain. Where labs declared limits, a place is held in between.
 * Several people have a booking each, which are recorded together.
 */
async function placeVisit(
  services: Services,
  { body, customerId, actor, idempotencyKey, requestId }: PlaceRequest,
): Promise<VisitView> {
  const { pool, appender, now, limits } = services
  refuseRepeated(body)
  const content = contentOf(body)
  const once = onceOnly({ kind: 'booking', userId: customerId, idempotencyKey, content })
  const { id, requestHash } = once
  const visit = requestedVisit(body, id)
  const ids = visit.bookings.map(({ bookingId }) => bookingId)
  const lookUp = () => lookUpVisit(services, visit.bookings, customerId, body.addressId)

  const orders = await lookUp()
  const [[found]] = orders
  if (once.hasKey && once.isRepeated(found.earlier)) {
    const view = await viewVisit(services, ids)
    if (view) return view
  }

  const who = { customerId, visitId: visit.visitId, now: now() }
  const placed = visit.bookings.map((each, index) => priceBooking(orders[index] ?? [], each, body, who))
  refuseOtherTotal(body, placed)
  await refuseContained(pool, visit.bookings)
  refuseBeyond(limits.openBookings, found.openBookings + placed.length - 1)
  refuseBeyond(limits.unprovenVisits, found.unprovenVisits ?? 0)
  for (const _ of placed) await services.countBooking(customerId)

  const address = found.address as NonNullable<FoundOrder['address']>
  const { pincode, phone } = address
  // jsonb does not accept half a surrogate pair
  const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
  const details = { customerId, address, specialInstructions, requestHash, visitId: visit.visitId }
  const rows = new Map(
    ids.map((bookingId): [string, VisitRow] => [bookingId, { details: { ...details, bookingId } }]),
  )
  if (found.unprovenVisits !== null) {
    const { max: most } = limits.unprovenVisits
    const unproven = { customer: customerId, visit: visit.visitId ?? id, bookings: ids, most }
    rows.set(id, { ...rows.get(id), unproven })
  }
  const wanted = {
    area: areaOf(address),
    customerId,
    packageIds: packagesOf(placed),
    isInstant: body.collectionType === 'instant',
    slots: slotsOf(placed[0] as PlaceDetails, now()),
    holdId: body.holdId,
  }

  const places = services.createPlaces()
  const recorded = await places.book(() =>
    withinUnprovenVisits(limits, () =>
      commandVisit(
        { appender, pool },
        {
          bookingId: id,
          newIds: ids,
          originOf: (each) => ({ appendId: appendIdOf(each, requestHash), actor, correlationId: requestId }),
          isVoid: places.isLost,
        },
        async () => {
          const taken = await places.take(wanted, [id, requestHash, attempts[places.lost] ?? ''])
          if (taken === 'full') return { refused: wanted.isInstant ? 'instant-unavailable' : 'slot-full' }
          return { command: visitCommands.place({ bookings: placed, taken }), rows }
        },
        now,
      ),
    ),
  )
  const { refused, isNew } = recorded
  if (refused === 'slot-full' && wanted.isInstant) throw new AppError('instant-unavailable')
  if (refused && refused !== 'already-exists') throw new AppError(refused)
  if (isNew) {
    const views = recorded.bookings.map((booking, index) => {
      const { name = null, relationship = null } = orders[index]?.[0]?.patient ?? {}
      return presentBooking(booking, {
        labName: null,
        memberName: name,
        memberRelationship: relationship,
        specialInstructions,
        city: address.city,
        area: [pincode, address.city].filter(Boolean).join(' ') || null,
        patientName: name ?? found.customer?.name ?? null,
        contactNumber: phone ?? found.customer?.phone ?? null,
        visitSize: placed.length,
        fastingHours: strictestFast((orders[index] ?? []).flatMap(({ ordered }) => ordered ?? [])),
      })
    })
    return answerOf(views) as VisitView
  }
  // another request with the key was faster: the same one, or one with other content
  const isThere = !refused || once.isRepeated((await lookUp())[0][0].earlier)
  const view = isThere ? await viewVisit(services, ids) : undefined
  if (!view) throw new AppError('conflict')
  return view
}

/** @returns what each package of each person refers to */
async function lookUpVisit(
  { lookUp }: Pick<Services, 'lookUp'>,
  requested: readonly RequestedBooking[],
  customerId: string,
  addressId: string,
): Promise<[[FoundOrder, ...FoundOrder[]], ...FoundOrder[][]]> {
  const orders = await Promise.all(
    requested.map(({ bookingId, packageIds, familyMemberId }) =>
      Promise.all(
        packageIds.map((packageId) =>
          lookUp({ bookingId, customerId, packageId, addressId, familyMemberId }),
        ),
      ),
    ),
  )
  return orders as [[FoundOrder, ...FoundOrder[]], ...FoundOrder[][]]
}

/** The bookings of a request that was recorded, as they are now. @returns undefined if none is there */
async function viewVisit(
  { pool, viewBooking }: Pick<Services, 'pool' | 'viewBooking'>,
  ids: readonly string[],
): Promise<VisitView | undefined> {
  const loaded = await Promise.all(ids.map((id) => bookings.load(pool, id)))
  const placed = loaded.filter((booking) => booking !== undefined)
  const comingWith = ({ visitId }: BookingSummary) =>
    placed.filter((each) => each.visitId === visitId && !isCancelled(each)).length || undefined
  return answerOf(await Promise.all(placed.map((booking) => viewBooking(booking, comingWith(booking)))))
}

/** The first booking, and of several people all. */
function answerOf(views: readonly BookingView[]): VisitView | undefined {
  const [first] = views
  return first && { ...first, ...(views.length > 1 && { bookings: [...views] }) }
}
