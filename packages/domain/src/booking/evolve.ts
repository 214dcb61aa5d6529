import type { Booking, OrderedBooking } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { outOfPlace, unknownEvent } from '../decider.ts'
import type { BookingState } from './state.ts'

type Released = Extract<BookingEvent, { type: 'ReportReleased' }>['data']

/** Applies an event without checking rules. @throws CorruptStreamError if the event cannot follow the state */
export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    return opened(event.data, event.type === 'BookingPlaced' ? 'pending' : 'pending_customer_confirmation')
  }
  if (state.status === 'none') return outOfPlace(event, state.status)

  switch (event.type) {
    case 'OrderConfirmed':
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed' }
    case 'OrderDeclined':
      return { ...state, status: 'cancelled', cancellationReason: 'customer-declined' }
    case 'BookingCancelled':
      return { ...state, status: 'cancelled', cancellationReason: event.data.reason }
    case 'LabAssigned':
      return { ...state, labPartnerId: event.data.labPartnerId }
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

/** A report that is released after a newer version does not replace it. */
function latestReport(report: Booking['report'], { reportId, reportVersion }: Released): Booking['report'] {
  return report && report.version > reportVersion ? report : { id: reportId, version: reportVersion }
}

function opened(data: OrderedBooking, status: Booking['status']): Booking {
  return {
    ...data,
    status,
    paymentStatus: 'pending',
    labPartnerId: null,
    orderNumber: null,
    report: null,
    cancellationReason: null,
  }
}
