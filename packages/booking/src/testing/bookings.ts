/** Test data of bookings: ids, details, and a history for each status. */

import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { BookingEvent } from '../events.ts'
import type { PlaceDetails, ProposeDetails } from '../order.ts'

/** @returns a valid uuid, the same for the same number */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/** Friday 10:30 in India */
export const now = new Date('2026-01-30T05:00:00Z')
export const ourLab = uuid(51)
export const otherLab = uuid(52)
export const orderNumber = 'JN-2026-000001'
export const reportId = uuid(61)

export const thyroid = { packageId: uuid(11), name: 'Thyroid Profile', price: 49_900 }
export const cbc = { packageId: uuid(12), name: 'Complete Blood Count', price: 29_950 }

export const details = {
  bookingId: uuid(1),
  customerId: uuid(2),
  familyMemberId: null,
  prescriptionId: null,
  lines: [thyroid, cbc],
  collectionType: 'scheduled',
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  paymentMethod: 'cash-on-collection',
  priority: 'medium',
  discount: 10_000,
  visitId: null,
  place: null,
} satisfies PlaceDetails
const { discount: _, ...withoutDiscount } = details
export const proposal = {
  ...withoutDiscount,
  prescriptionId: uuid(3),
  scheduledTime: '09:00',
} satisfies ProposeDetails

export const placed: BookingEvent = {
  type: 'BookingPlaced',
  data: { ...details, total: 79_850, final: 69_850 },
}
export const proposed: BookingEvent = {
  type: 'OrderProposed',
  data: { ...proposal, total: 79_850, discount: 0, final: 79_850 },
}
export const assigned: BookingEvent = { type: 'LabAssigned', data: { labPartnerId: ourLab } }
export const paidInCash: BookingEvent = {
  type: 'PaymentRecorded',
  data: { method: 'cash-on-collection', amount: 69_850 },
}

/** When a booking is moved to, to a visit of its own and where nothing is limited */
export const laterTime = {
  scheduledDate: '2026-02-02',
  scheduledTime: '10:00-12:00',
  visitId: null,
  place: null,
} as const

/** An event without data */
export function plain(
  type: Extract<BookingEvent, { data: Record<string, never> }>['type'] | 'OrderConfirmed',
): BookingEvent {
  return { type, data: {} }
}

const awaiting = [proposed, assigned]
const pending = [placed, assigned]
const confirmed = [...pending, plain('BookingConfirmed')]
const collecting = [...confirmed, plain('SampleCollectionStarted')]
const processing = [...collecting, plain('LabProcessingStarted')]

/** Histories with a lab, without an order, unpaid */
export const historyTo: Record<'none' | BookingStatus, BookingEvent[]> = {
  none: [],
  pending,
  pending_customer_confirmation: awaiting,
  confirmed,
  'sample-collection': collecting,
  'lab-processing': processing,
  completed: [...processing, plain('BookingCompleted')],
  cancelled: [...confirmed, { type: 'BookingCancelled', data: { reason: 'customer-request' } }],
}
