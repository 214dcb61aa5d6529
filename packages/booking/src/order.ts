/** An order: placed by its customer or proposed by an admin, confirmed or declined, numbered, and cancelled. */
import { hasBegun } from '@jaanch/contracts/calendar'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import {
  type CancellationReason,
  cancellationReasons,
  prescriptionOrderTime,
  type TimeSlot,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import {
  type Booking,
  type OrderedBooking,
  type OrderInput,
  type OrderLine,
  orderedBooking,
  type Place,
  place,
} from './booking.ts'
import { allowed, creates, type DataOf, type Facet, only, proposed } from './facet.ts'
import { type PaymentEvent, refundOfRest } from './payment.ts'
import { collectBy, refusalOfSchedule } from './rules.ts'

export const orderEvents = {
  BookingPlaced: defineEvent('BookingPlaced', orderedBooking),
  /** An admin's order from a prescription: waits for the customer's confirmation. */
  OrderProposed: defineEvent('OrderProposed', orderedBooking.extend({ prescriptionId: z.uuid() })),
  OrderConfirmed: defineEvent(
    'OrderConfirmed',
    z.object({
      /** The place that was taken in place of the proposed one; missing: as before */
      place: place.nullable().optional(),
      /** The time that the customer chose; missing: as it was proposed */
      scheduledDate: z.iso.date().optional(),
      scheduledTime: z.enum(timeSlots).optional(),
    }),
  ),
  OrderDeclined: defineEvent('OrderDeclined', z.object({})),
  OrderCreated: defineEvent('OrderCreated', z.object({ orderNumber: z.string() })),
  BookingCancelled: defineEvent('BookingCancelled', z.object({ reason: z.enum(cancellationReasons) })),
}

/** Without the sums, which are computed here: total = sum of the lines, final = total − discount (paise) */
export type PlaceDetails = Omit<OrderInput, 'total' | 'final'>

/** An order from a prescription never has a discount (specification, section 9). */
export type ProposeDetails = Omit<PlaceDetails, 'discount' | 'prescriptionId'> & { prescriptionId: string }

/** A date (YYYY-MM-DD in India) and slot */
export type ChosenTime = { scheduledDate: string; scheduledTime: TimeSlot }

export type OrderCommand =
  | { type: 'place'; details: PlaceDetails }
  | { type: 'propose'; details: ProposeDetails }
  /**
   * @param proposedAt when an instant visit was proposed @param place that the visit takes from now on; missing: as before
   * @param time that the customer chose; missing: as it was proposed
   */
  | { type: 'confirmOrder'; proposedAt?: string; place?: Place | null; time?: ChosenTime }
  | { type: 'declineOrder' }
  | { type: 'assignOrderNumber'; orderNumber: string }
  | { type: 'cancel'; by: 'customer' | 'admin'; reason: CancellationReason }

type OrderEvent = EventOf<typeof orderEvents>
type Decided = Decision<OrderEvent | PaymentEvent>
type Of<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>

export const order = {
  transitions: {
    place: creates('already-exists'),
    propose: creates('already-exists'),
    confirmOrder: only([proposed], 'not-awaiting-confirmation'),
    declineOrder: only([proposed], 'not-awaiting-confirmation'),
    // Every booking gets an order number, also one that was cancelled before the worker ran: whether it exists must not
    // depend on the delay of a worker.
    assignOrderNumber: allowed(),
    // the statuses depend on the person who cancels
    cancel: allowed(),
  },

  decisions: {
    place: (_, { details }, now) => placeOrder(details, now),
    propose: (_, { details }, now) => proposeOrder(details, now),
    confirmOrder,
    declineOrder: (booking) => end(booking, { type: 'OrderDeclined', data: {} }),
    assignOrderNumber: (booking, { orderNumber }) =>
      booking.orderNumber === null ? accept({ type: 'OrderCreated', data: { orderNumber } }) : accept(),
    cancel,
  },

  evolve: {
    BookingPlaced: (_, data) => opened(data, 'pending'),
    OrderProposed: (_, data) => opened(data, proposed),
    OrderConfirmed: confirmed,
    OrderDeclined: () => ({ status: 'cancelled', cancellationReason: 'customer-declined' }),
    OrderCreated: (_, { orderNumber }) => ({ orderNumber }),
    BookingCancelled: (_, { reason }) => ({ status: 'cancelled', cancellationReason: reason }),
  },
} satisfies Facet<OrderCommand, OrderEvent, OrderEvent | PaymentEvent>

function placeOrder(details: PlaceDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, timeSlots, now)
  if (refusal) return refuse(refusal)
  const price = priceOf(details.lines, details.discount)
  if (!price) return refuse('invalid')
  return accept({
    type: 'BookingPlaced',
    data: orderEvents.BookingPlaced.data.parse({ ...details, ...price }),
  })
}

function proposeOrder(details: ProposeDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, [prescriptionOrderTime, ...timeSlots], now)
  if (refusal) return refuse(refusal)
  const price = priceOf(details.lines, 0)
  if (!price) return refuse('invalid')
  return accept({
    type: 'OrderProposed',
    data: orderEvents.OrderProposed.data.parse({ ...details, ...price }),
  })
}

type Price = { total: number; discount: number; final: number }

/**
 * All amounts in whole paise: total = sum of the lines, final = total − discount.
 * @returns undefined without lines, or if the discount is negative or above the total
 */
export function priceOf(lines: readonly OrderLine[], discount: number): Price | undefined {
  if (lines.length === 0) return undefined
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (discount < 0 || discount > total) return undefined
  return { total, discount, final: total - discount }
}

/** Only while the visit can still take place as it was proposed, or at a time that the customer chooses. */
function confirmOrder(booking: Booking, command: Of<'confirmOrder'>, now: Date): Decided {
  const { proposedAt, place, time: chosen } = command
  const data = { ...(place !== undefined && { place }), ...chosen }
  if (chosen) {
    const refusal = refusalOfSchedule({ ...chosen, collectionType: 'scheduled' }, timeSlots, now)
    return refusal ? refuse(refusal) : accept({ type: 'OrderConfirmed', data })
  }
  const { scheduledDate: date, scheduledTime: time } = booking
  const isOver =
    date !== null && time !== null
      ? hasBegun(date, time, now)
      : proposedAt !== undefined && collectBy({ ...booking, createdAt: proposedAt }) <= now
  if (isOver) return refuse('proposal-over')
  return accept({ type: 'OrderConfirmed', data })
}

/** A customer can cancel what is confirmed and has not begun; an admin can cancel until it is completed. */
function cancel(booking: Booking, { by, reason }: Of<'cancel'>): Decided {
  const { status } = booking
  if (by === 'customer' && status !== 'confirmed') return refuse('cancel-only-confirmed')
  if (status === 'completed' || status === 'cancelled') return refuse(`already-${status}`)
  return end(booking, { type: 'BookingCancelled', data: { reason } })
}

/** A booking that ends without a visit gives back what was paid for it. */
function end(booking: Booking, ended: OrderEvent): Decided {
  const refunds = booking.paymentStatus === 'paid' ? refundOfRest(booking) : []
  return accept<OrderEvent | PaymentEvent>(ended, ...refunds)
}

/** @param status the first one */
export function opened(data: OrderedBooking, status: Booking['status']): Booking {
  return {
    ...data,
    visitId: data.visitId ?? data.bookingId,
    status,
    paymentStatus: 'pending',
    labPartnerId: null,
    orderNumber: null,
    report: null,
    draft: null,
    cancellationReason: null,
    customerMoves: 0,
    assignment: null,
    escalation: null,
    review: null,
    recollection: null,
    collectorId: null,
    custody: null,
    recollections: [],
    refund: null,
    reportedPayment: null,
  }
}

function confirmed(
  _: Booking,
  { place, scheduledDate, scheduledTime }: DataOf<OrderEvent, 'OrderConfirmed'>,
): Partial<Booking> {
  return {
    status: 'confirmed',
    ...(place !== undefined && { place }),
    ...(scheduledDate && scheduledTime && { scheduledDate, scheduledTime, collectionType: 'scheduled' }),
  }
}
