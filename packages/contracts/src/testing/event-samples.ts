import { orderedBooking } from '../booking.ts'
import { type EventType, eventDefinitions } from '../events/registry.ts'
import { sampleId, sampleOf } from './sample-of.ts'

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
const proposed = {
  ...placed,
  prescriptionId: sampleId(3),
  scheduledTime: '09:00',
  discount: 0,
  final: 69_900,
}

const free = { ...placed, lines: [{ ...placed.lines[0], price: 0 }], total: 0, discount: 0, final: 0 }

/** The fields that were added since: their defaults */
const added = Object.fromEntries(
  Object.entries(orderedBooking.shape).flatMap(([name, field]) =>
    name in placed ? [] : [[name, field.parse(undefined)]],
  ),
)

export type EventSample = { version: number; stored: Record<string, unknown>; today?: unknown }

/**
 * Where the least that the schema accepts is not enough: values that a projection looks at, and each version of a type that has
 * upcasters. Never change or remove a sample, because events in the log do not change either.
 */
const written: Partial<Record<EventType, EventSample[]>> = {
  BookingPlaced: [{ version: 1, stored: placed, today: { ...placed, ...added } }],
  OrderProposed: [{ version: 1, stored: proposed, today: { ...proposed, ...added } }],
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
  ReportDelayed: [{ version: 1, stored: { expectedBy: '2026-02-02T10:00:00.000Z' } }],
  BookingReviewed: [{ version: 1, stored: { stars: 5 } }],
  OrderCreated: [
    { version: 1, stored: { orderNumber: 'JN-2026-000123', lines: placed.lines, total: 69_900 } },
  ],
  PaymentRecorded: [{ version: 1, stored: { method: 'upi', amount: 49_900, reference: 'UPI-1' } }],
  RecollectionProposed: [
    {
      version: 1,
      stored: { ...free, recollection: { of: sampleId(9), attempt: 1 } },
      today: { ...free, ...added, recollection: { of: sampleId(9), attempt: 1 } },
    },
  ],
  LabApplied: [{ version: 1, stored: { labPartnerId: sampleId(51), userId: sampleId(4) } }],
  LabDetailsChanged: [{ version: 1, stored: { access: 'suspended' } }],
  PackageCreated: [{ version: 1, stored: { packageId: sampleId(11), price: 49_900 } }],
  PackageUpdated: [{ version: 1, stored: { packageId: sampleId(11), price: 49_900 } }],
}

/** The data of every version of every event type that was ever written; `today` is the result of reading it. */
export const eventSamples = Object.fromEntries(
  Object.entries(eventDefinitions).map(([type, { data }]) => [
    type,
    written[type as EventType] ?? [firstSample(data)],
  ]),
) as Record<EventType, EventSample[]>

function firstSample(schema: (typeof eventDefinitions)[EventType]['data']): EventSample {
  const stored = sampleOf(schema) as Record<string, unknown>
  return { version: 1, stored, today: schema.parse(stored) }
}
