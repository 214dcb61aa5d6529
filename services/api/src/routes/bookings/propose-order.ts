import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import { prescriptionOrderTime, slotNumber } from '@jaanch/contracts/vocabulary'
import type { ProposeDetails } from '@jaanch/domain/booking/commands'
import { proposalKeptUntil } from '@jaanch/domain/booking/deadlines'
import { instantSlots } from '@jaanch/domain/booking/instant-slots'
import { refusalOfSchedule } from '@jaanch/domain/booking/schedule'
import { longDate } from '@jaanch/domain/notifications/format'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { readStreamOf } from '@jaanch/eventlog/read'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { hashOfBody } from '../../http/idempotency.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { areaOf } from '../../places/area.ts'
import { type BookedPlace, bookPlace, type NewVisit, unlimited } from './book-place.ts'
import { type AddressSnapshot, type BookingRow, findDetails } from './booking-details.ts'
import { decideBooking, findBooking, viewBooking } from './command-booking.ts'
import { type OrderBody, priceOrder } from './price-order.ts'

type ProposeRequest = {
  params: unknown
  body: OrderBody
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
}

/**
 * Proposes an order from a prescription to its customer. A prescription has one order: the id of the booking follows from the
 * id of the prescription. The same request of the same admin, repeated, receives the same answer; every other admin is told
 * that there is an order, also one who asked for the same at the same moment.
 * @throws AppError already-exists when the prescription has another order; key-reused
 */
export async function proposeOrder(context: Context, request: ProposeRequest): Promise<BookingView> {
  const { body, caller, requestId } = request
  const bookingId = appendIdOf('prescription-order', body.prescriptionId)
  const requestHash = hashOfBody(body)

  /** @returns the order that exists, if this admin proposed it by the same request; undefined if there is none */
  async function findOrder(): Promise<BookingView | undefined> {
    const [proposed] = await readStreamOf(context.logDb, 'booking', bookingId)
    if (!proposed) return undefined
    const stored = await findDetails(context.db, bookingId)
    if (proposed.actor !== actorOf(caller) || stored?.requestHash !== requestHash) {
      throw new AppError('already-exists', 'An order exists already for this prescription.')
    }
    return viewBooking(context, await findBooking(context, bookingId, caller))
  }

  const { beforeAppend } = await identifyCommand(context.logDb, bookingRoutes.placeBooking, request)
  const existing = await findOrder()
  if (existing) return existing
  const now = context.now()
  const { details, address } = await priceOrder(context, body, bookingId, now)
  // before a place is taken
  const refusal = refusalOfSchedule(details, [prescriptionOrderTime], now)
  if (refusal) throw new AppError(refusal)
  const { customerId } = body
  const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
  async function record({ place, change }: BookedPlace) {
    const { booking, refused, appended } = await decideBooking(
      context,
      {
        bookingId,
        appendId: appendIdOf('propose', body.prescriptionId, caller.userId, requestHash),
        beforeAppend,
        caller,
        requestId,
        // with the event: of two admins at the same time, the details are those of the admin whose order was recorded
        row: {
          details: { bookingId, customerId, address, specialInstructions, requestHash },
          ...(change && { place: change }),
        } satisfies BookingRow,
      },
      () => ({ type: 'propose', details: { ...details, place } }),
    )
    return { booking, refused, isNew: !refused && appended?.duplicate === false }
  }

  const recorded = address
    ? await bookPlace(
        context,
        wantedVisit(details, address, now),
        [bookingId, requestHash, caller.userId],
        record,
      )
    : await record(unlimited)
  const isLate = recorded === 'full' || recorded.refused === 'already-exists'
  const faster = isLate ? await findOrder() : undefined
  if (faster) return faster
  if (recorded === 'full') throw fullError(details)
  const { booking, refused } = recorded
  if (refused || !booking) throw new AppError(refused ?? 'conflict')
  return viewBooking(context, booking)
}

function wantedVisit(details: ProposeDetails, address: AddressSnapshot, now: Date): NewVisit {
  const { bookingId, customerId, lines, scheduledDate: date, scheduledTime: time } = details
  return {
    id: bookingId,
    bookings: 1,
    area: areaOf(address),
    customerId,
    packageIds: lines.map(({ packageId }) => packageId),
    isInstant: date === null,
    until: proposalKeptUntil(details, now).toISOString(),
    slots: date && time ? [{ date, slot: slotNumber(time) }] : instantSlots(now),
  }
}

function fullError({ scheduledDate }: ProposeDetails): AppError {
  if (scheduledDate === null) return new AppError('instant-unavailable')
  return new AppError(
    'slot-full',
    `No lab has a free visit on ${longDate(scheduledDate)} from 8 am to 10 am. Please choose another date.`,
  )
}
