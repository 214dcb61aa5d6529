import { orderedBooking } from '../booking.ts'
import type { EventType } from '../events/registry.ts'

/** @returns a valid uuid, the same for the same number */
export const sampleId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

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
}

/** The fields that were added since: their defaults */
const added = Object.fromEntries(
  Object.entries(orderedBooking.shape).flatMap(([name, field]) =>
    name in placed ? [] : [[name, field.parse(undefined)]],
  ),
)

export type EventSample = { version: number; stored: Record<string, unknown>; today?: unknown }

/**
 * The data of every version of every event type that was ever written. Never change or remove a sample, because events in
 * the log do not change either. A new version adds a sample; `today` is the result of reading it.
 */
export const eventSamples: Record<EventType, EventSample[]> = {
  BookingPlaced: [{ version: 1, stored: placed, today: { ...placed, ...added } }],
  OrderProposed: [
    {
      version: 1,
      stored: { ...placed, prescriptionId: sampleId(3), scheduledTime: '09:00', discount: 0, final: 69_900 },
      today: {
        ...placed,
        prescriptionId: sampleId(3),
        scheduledTime: '09:00',
        discount: 0,
        final: 69_900,
        ...added,
      },
    },
  ],
  OrderConfirmed: [{ version: 1, stored: {} }],
  OrderDeclined: [{ version: 1, stored: {} }],
  LabAssigned: [{ version: 1, stored: { labPartnerId: sampleId(51) } }],
  AssignmentEscalated: [{ version: 1, stored: { labPartnerId: sampleId(51), step: 'lab-warned' } }],
  BookingRescheduled: [
    {
      version: 1,
      stored: {
        by: 'customer',
        scheduledDate: '2026-02-01',
        scheduledTime: '10:00-12:00',
        visitId: null,
        place: null,
      },
    },
  ],
  BookingReviewed: [{ version: 1, stored: { stars: 5 } }],
  ReviewModerated: [{ version: 1, stored: { isHidden: true } }],
  BookingConfirmed: [{ version: 1, stored: {} }],
  SampleCollectionStarted: [{ version: 1, stored: {} }],
  LabProcessingStarted: [{ version: 1, stored: {} }],
  BookingCompleted: [{ version: 1, stored: {} }],
  BookingCancelled: [{ version: 1, stored: { reason: 'customer-request' } }],
  OrderCreated: [
    { version: 1, stored: { orderNumber: 'JN-2026-000123', lines: placed.lines, total: 69_900 } },
  ],
  PaymentRecorded: [{ version: 1, stored: { method: 'upi', amount: 49_900, reference: 'UPI-1' } }],
  ReportSubmitted: [{ version: 1, stored: { reportId: sampleId(61), reportVersion: 1 } }],
  FastingReminderDue: [{ version: 1, stored: {} }],
  ReportReleased: [{ version: 1, stored: { reportId: sampleId(61), reportVersion: 1 } }],
  PrescriptionUploaded: [{ version: 1, stored: { prescriptionId: sampleId(3), customerId: sampleId(2) } }],
  PrescriptionItemAdded: [{ version: 1, stored: { packageId: sampleId(11) } }],
  PrescriptionReviewed: [{ version: 1, stored: { isProcessed: true } }],
  PrescriptionConfirmed: [{ version: 1, stored: {} }],
  PrescriptionDeclined: [{ version: 1, stored: {} }],
  LabApplied: [{ version: 1, stored: { labPartnerId: sampleId(51), userId: sampleId(4) } }],
  LabApproved: [{ version: 1, stored: {} }],
  LabRejected: [{ version: 1, stored: {} }],
  LabDetailsChanged: [{ version: 1, stored: { access: 'suspended' } }],
  PackageCreated: [{ version: 1, stored: { packageId: sampleId(11), price: 49_900 } }],
  PackageUpdated: [{ version: 1, stored: { packageId: sampleId(11), price: 49_900 } }],
  PackageDeleted: [{ version: 1, stored: { packageId: sampleId(11) } }],
  CustomerRegistered: [{ version: 1, stored: { userId: sampleId(2) } }],
  PersonChanged: [{ version: 1, stored: { userId: sampleId(2) } }],
}
