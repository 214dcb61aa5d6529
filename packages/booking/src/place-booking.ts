import { recordNotice } from '@jaanch/account/privacy/consents'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { appendIdOf, type Once, onceOnly } from '@jaanch/eventlog/idempotency'
import { type Call, type Services, serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { bookingCalls } from './api.ts'
import type { BookingSummary } from './booking.ts'
import type { BookingView } from './booking-view.ts'
import { viewBooking } from './command-booking.ts'
import { presentBooking } from './list/bookings.ts'
import type { PlaceDetails } from './order.ts'
import { areaOf } from './places/places.ts'
import { proposeOrder } from './prescriptions/orders.ts'
import {
  contentOf,
  type FoundOrder,
  type LookUpOrder,
  priceBooking,
  type RequestedBooking,
  refuseContained,
  refuseOtherTotal,
  refuseRepeated,
  requestedVisit,
  type VisitRequest,
} from './price-visit.ts'
import { strictestFast } from './rules.ts'
import { bookings, commandVisit } from './visit/command-visit.ts'
import { visitCommands } from './visit/decide.ts'
import { isCancelled, packagesOf, slotsOf } from './visit/visit.ts'
import type { VisitRow } from './visit/visit-rows.ts'

type VisitView = ResponseOf<typeof bookingCalls.placeBooking>

type PlaceRequest = {
  body: Omit<VisitRequest, 'noticeVersion'>
  customerId: string
  actor: string
  requestId: string
  once: Once
  /** null: one person */
  visitId: string | null
  /** One for each person */
  requested: readonly RequestedBooking[]
}

/** Everything that the ids refer to, for each package of each person */
type FoundVisit = [[FoundOrder, ...FoundOrder[]], ...FoundOrder[][]]

const attempts = ['first', 'second']

/** A customer's booking and an admin's order are the same call: which one it is, the schema of the caller's role has decided. */
export const placeBooking = serveCall(
  bookingCalls.placeBooking,
  async (
    { body, ...call },
    { appender, logDb, readPrepared, lookUpOrder, places, limits, rateLimits, now },
  ): Promise<VisitView> => {
    const recording = { appender, logDb, readPrepared, places, now }
    return 'prescriptionId' in body
      ? proposeOrder({ ...call, body }, recording)
      : bookVisit({ ...call, body }, { ...recording, lookUpOrder, limits, rateLimits })
  },
)

type Booking = Pick<
  Services,
  'appender' | 'logDb' | 'readPrepared' | 'lookUpOrder' | 'places' | 'limits' | 'rateLimits' | 'now'
>

type BookingCall = Omit<Call<typeof bookingCalls.placeBooking>, 'body'> & { body: VisitRequest }

/** Places a customer's booking, and records which notice the customer was shown. Several people have a booking each. */
async function bookVisit(
  { body: { noticeVersion, ...body }, caller, idempotencyKey, request }: BookingCall,
  services: Booking,
): Promise<VisitView> {
  const { logDb, readPrepared, lookUpOrder } = services
  refuseRepeated(body)
  const customerId = caller.userId
  // without the notice, which is no part of the order: a retry by a client of another release is the same request
  const content = contentOf(body)
  const once = onceOnly({ kind: 'booking', userId: customerId, idempotencyKey, content })
  const { visitId, bookings: requested } = requestedVisit(body, once.id)
  const asked = { body, customerId, actor: actorOf(caller), requestId: request.id, once, visitId, requested }

  const orders = await lookUpVisit(lookUpOrder, asked)
  const [[found]] = orders
  const earlier =
    once.hasKey && once.isRepeated(found.earlier)
      ? await viewVisit({ logDb, readPrepared }, requested)
      : undefined
  const answer = earlier ?? (await placeVisit(services, asked, orders))
  // a refused order leaves nothing; if this fails, the same request again records it
  if (noticeVersion !== found.customer?.noticeVersion)
    await recordNotice(logDb, customerId, 'booking', noticeVersion)
  return answer
}

/**
 * Records the bookings together with one statement, which the requests of the moment share, and in the same transaction the details that
 * their events must not contain. Where labs declared limits, a place is held before.
 */
async function placeVisit(
  { appender, logDb: pool, readPrepared, lookUpOrder, places, limits, rateLimits, now }: Booking,
  asked: PlaceRequest,
  orders: FoundVisit,
): Promise<VisitView> {
  const { body, customerId, actor, requestId, once, visitId, requested } = asked
  const [[found]] = orders
  const { id, requestHash } = once
  const ids = requested.map(({ bookingId }) => bookingId)

  const who = { customerId, visitId, now: now() }
  const placed = requested.map((each, index) => priceBooking(orders[index] ?? [], each, body, who))
  refuseOtherTotal(body, placed)
  await refuseContained(pool, requested)
  refuseBeyond(limits.openBookings, found.openBookings + placed.length - 1)
  refuseBeyond(limits.unprovenVisits, found.unprovenVisits ?? 0)
  for (const _ of placed) await rateLimits.count('bookings', customerId)

  const address = found.address as NonNullable<FoundOrder['address']>
  // jsonb does not accept half a surrogate pair
  const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
  const details = { customerId, address, specialInstructions, requestHash, visitId }
  const rows = new Map(
    ids.map((bookingId): [string, VisitRow] => [bookingId, { details: { ...details, bookingId } }]),
  )
  if (found.unprovenVisits !== null) {
    const { max: most } = limits.unprovenVisits
    const unproven = { customer: customerId, visit: visitId ?? id, bookings: ids, most }
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

  const taking = places.ofRequest()
  const recorded = await taking.book(() =>
    commandVisit(
      { appender, pool },
      {
        bookingId: id,
        newIds: ids,
        originOf: (each) => ({ appendId: appendIdOf(each, requestHash), actor, correlationId: requestId }),
        isVoid: taking.isLost,
      },
      async () => {
        const taken = await taking.take(wanted, [id, requestHash, attempts[taking.lost] ?? ''])
        if (taken === 'full') return { refused: wanted.isInstant ? 'instant-unavailable' : 'slot-full' }
        return { command: visitCommands.place({ bookings: placed, taken }), rows }
      },
      now,
    ),
  )
  const { refused, isNew } = recorded
  if (refused === 'slot-full' && wanted.isInstant) throw new AppError('instant-unavailable')
  if (refused && refused !== 'already-exists') throw new AppError(refused)
  if (isNew) return answerOf(recorded.bookings.map(present)) as VisitView
  // another request with the key was faster: the same one, or one with other content
  const isThere = !refused || once.isRepeated((await lookUpVisit(lookUpOrder, asked))[0][0].earlier)
  const view = isThere ? await viewVisit({ logDb: pool, readPrepared }, requested) : undefined
  if (!view) throw new AppError('conflict')
  return view

  /** The answer is made of what was looked up: nothing is read again. */
  function present(booking: BookingSummary, index: number): BookingView {
    const { name = null, relationship = null } = orders[index]?.[0]?.patient ?? {}
    const { pincode, city, phone } = address
    return presentBooking(booking, {
      labName: null,
      memberName: name,
      memberRelationship: relationship,
      specialInstructions,
      city,
      area: [pincode, city].filter(Boolean).join(' ') || null,
      patientName: name ?? found.customer?.name ?? null,
      contactNumber: phone ?? found.customer?.phone ?? null,
      visitSize: placed.length,
      fastingHours: strictestFast((orders[index] ?? []).flatMap(({ ordered }) => ordered ?? [])),
    })
  }
}

async function lookUpVisit(
  lookUpOrder: LookUpOrder,
  { requested, customerId, body: { addressId } }: PlaceRequest,
): Promise<FoundVisit> {
  const orders = await Promise.all(
    requested.map(({ bookingId, packageIds, familyMemberId }) =>
      Promise.all(
        packageIds.map((packageId) =>
          lookUpOrder({ bookingId, customerId, packageId, addressId, familyMemberId }),
        ),
      ),
    ),
  )
  return orders as FoundVisit
}

/** The bookings of a request that was recorded, as they are now. @returns undefined if none is there */
async function viewVisit(
  { logDb, readPrepared }: Pick<Services, 'logDb' | 'readPrepared'>,
  requested: readonly RequestedBooking[],
): Promise<VisitView | undefined> {
  const loaded = await Promise.all(requested.map(({ bookingId }) => bookings.load(logDb, bookingId)))
  const placed = loaded.filter((booking) => booking !== undefined)
  const comingWith = ({ visitId }: BookingSummary) =>
    placed.filter((each) => each.visitId === visitId && !isCancelled(each)).length || undefined
  const views = placed.map((booking) => viewBooking({ readPrepared }, booking, comingWith(booking)))
  return answerOf(await Promise.all(views))
}

/** The first booking, and of several people all. */
function answerOf(views: readonly BookingView[]): VisitView | undefined {
  const [first] = views
  return first && { ...first, ...(views.length > 1 && { bookings: [...views] }) }
}
