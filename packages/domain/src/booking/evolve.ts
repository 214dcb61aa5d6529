import type { Booking, OrderedBooking } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { outOfPlace, unknownEvent } from '../decider.ts'
import type { BookingState } from './state.ts'

/** Applies an event without checking rules. @throws CorruptStreamError if the event cannot follow the state */
export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    return opened(event.data, event.type === 'BookingPlaced' ? 'pending' : 'pending_customer_confirmation')
  }
  if (state.status === 'none') return outOfPlace(event, state.status)

  switch (event.type) {
    case 'OrderConfirmed':
      return {
        ...state,
        status: 'confirmed',
        place: event.data.place === undefined ? state.place : event.data.place,
      }
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed', escalation: null }
    case 'OrderDeclined':
      return { ...state, status: 'cancelled', cancellationReason: 'customer-declined' }
    case 'BookingCancelled':
      return { ...state, status: 'cancelled', cancellationReason: event.data.reason }
    case 'LabAssigned':
      return assigned(state, event.data)
    case 'AssignmentEscalated':
      return { ...state, escalation: event.data.step }
    case 'BookingRescheduled':
      return moved(state, event.data)
    case 'BookingReviewed':
      return { ...state, review: { stars: event.data.stars, isHidden: false } }
    case 'ReviewModerated':
      return { ...state, review: state.review && { ...state.review, isHidden: event.data.isHidden } }
    case 'SampleCollectionStarted':
      return { ...state, status: 'sample-collection' }
    case 'LabProcessingStarted':
      return { ...state, status: 'lab-processing' }
    case 'BookingCompleted':
      return { ...state, status: 'completed' }
    case 'OrderCreated':
      return { ...state, orderNumber: event.data.orderNumber }
    case 'PaymentRecorded':
      return { ...state, paymentStatus: 'paid' }
    case 'ReportSubmitted':
    case 'FastingReminderDue':
      return state
    case 'ReportReleased':
      return { ...state, report: latestReport(state.report, event.data) }
    default:
      return unknownEvent(event)
  }
}

type DataOf<Type extends BookingEvent['type']> = Extract<BookingEvent, { type: Type }>['data']

function assigned(booking: Booking, { labPartnerId, place, assignment }: DataOf<'LabAssigned'>): Booking {
  return {
    ...booking,
    labPartnerId,
    place: place === undefined ? booking.place : place,
    assignment: assignment ?? null,
    escalation: null,
  }
}

function moved(booking: Booking, { by, ...data }: DataOf<'BookingRescheduled'>): Booking {
  const customerMoves = booking.customerMoves + (by === 'customer' ? 1 : 0)
  const visitId = data.visitId ?? booking.bookingId
  return { ...booking, ...data, visitId, collectionType: 'scheduled', customerMoves }
}

/** A report that is released after a newer version does not replace it. */
function latestReport(
  report: Booking['report'],
  { reportId, reportVersion }: DataOf<'ReportReleased'>,
): Booking['report'] {
  return report && report.version > reportVersion ? report : { id: reportId, version: reportVersion }
}

function opened(data: OrderedBooking, status: Booking['status']): Booking {
  return {
    ...data,
    visitId: data.visitId ?? data.bookingId,
    status,
    paymentStatus: 'pending',
    labPartnerId: null,
    orderNumber: null,
    report: null,
    cancellationReason: null,
    customerMoves: 0,
    assignment: null,
    escalation: null,
    review: null,
  }
}
