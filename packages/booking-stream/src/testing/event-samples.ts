import { sampleId, sampleOf } from '@jaanch/contracts/testing/sample-of'
import type { EventType, JaanchEvent } from '@jaanch/eventlog/events'
import { eventDefinitions } from '../streams.ts'

const placed = {
  bookingId: sampleId(1),
  customerId: sampleId(2),
  familyMemberId: null,
  prescriptionId: null,
  lines: [{ packageId: sampleId(11), name: 'Thyroid Profile', price: 69_900 }],
  collectionType: 'scheduled',
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  paymentMethod: 'cash-on-collection',
  priority: 'medium',
  total: 69_900,
  discount: 20_000,
  final: 49_900,
  visitId: null,
  place: null,
}
const proposed = {
  ...placed,
  prescriptionId: sampleId(3),
  scheduledTime: '09:00',
  discount: 0,
  final: 69_900,
}
const free = { ...placed, lines: [{ ...placed.lines[0], price: 0 }], total: 0, discount: 0, final: 0 }

/** Where the least that the schema accepts is not enough: values that a projection looks at */
const written: Partial<Record<EventType, object>> = {
  BookingPlaced: placed,
  OrderProposed: proposed,
  AssignmentEscalated: { labPartnerId: sampleId(51), step: 'lab-warned' },
  BookingRescheduled: {
    by: 'customer',
    scheduledDate: '2026-02-01',
    scheduledTime: '10:00-12:00',
    visitId: null,
    place: null,
  },
  ReportDelayed: { expectedBy: '2026-02-02T10:00:00.000Z' },
  BookingReviewed: { stars: 5 },
  OrderCreated: { orderNumber: 'JN-2026-000123' },
  PaymentRecorded: { method: 'upi', amount: 49_900 },
  RecollectionProposed: { ...free, recollection: { of: sampleId(9), attempt: 1 } },
  LabApplied: { labPartnerId: sampleId(51), userId: sampleId(4) },
  LabDetailsChanged: { access: 'suspended' },
  PackageCreated: { packageId: sampleId(11), price: 49_900 },
  PackageUpdated: { packageId: sampleId(11), price: 49_900 },
}

/** An event of each type */
export const eventSamples = Object.entries(eventDefinitions).map(
  ([type, { data }]) => ({ type, data: written[type as EventType] ?? sampleOf(data) }) as JaanchEvent,
)
