import { describe, expect, it } from 'vitest'
import {
  checkEvent,
  type EventType,
  eventDefinitions,
  type JaanchEvent,
  reviveEvent,
  UnknownEventError,
} from './registry.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const placed = {
  bookingId: id(1),
  customerId: id(2),
  familyMemberId: null,
  prescriptionId: null,
  lines: [{ packageId: id(11), name: 'Thyroid Profile', price: 69_900 }],
  collectionType: 'scheduled',
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  paymentMethod: 'cash-on-collection',
  priority: 'medium',
  total: 69_900,
  discount: 20_000,
  final: 49_900,
}

/**
 * The data of every version of every event type that was ever written. Never change or remove a sample, because events in
 * the log do not change either. A new version adds a sample; `today` is the result of reading it.
 */
const samples: Record<EventType, { version: number; stored: Record<string, unknown>; today?: unknown }[]> = {
  BookingPlaced: [{ version: 1, stored: placed }],
  OrderProposed: [
    {
      version: 1,
      stored: { ...placed, prescriptionId: id(3), scheduledTime: '09:00', discount: 0, final: 69_900 },
    },
  ],
  OrderConfirmed: [{ version: 1, stored: {} }],
  OrderDeclined: [{ version: 1, stored: {} }],
  LabAssigned: [{ version: 1, stored: { labPartnerId: id(51) } }],
  BookingConfirmed: [{ version: 1, stored: {} }],
  SampleCollectionStarted: [{ version: 1, stored: {} }],
  LabProcessingStarted: [{ version: 1, stored: {} }],
  BookingCompleted: [{ version: 1, stored: {} }],
  BookingCancelled: [{ version: 1, stored: { reason: 'customer-request' } }],
  OrderCreated: [
    { version: 1, stored: { orderNumber: 'JN-2026-000123', lines: placed.lines, total: 69_900 } },
  ],
  PaymentRecorded: [{ version: 1, stored: { method: 'upi', amount: 49_900, reference: 'UPI-1' } }],
  ReportSubmitted: [{ version: 1, stored: { reportId: id(61), reportVersion: 1 } }],
  FastingReminderDue: [{ version: 1, stored: {} }],
  ReportReleased: [{ version: 1, stored: { reportId: id(61), reportVersion: 1 } }],
  PrescriptionUploaded: [{ version: 1, stored: { prescriptionId: id(3), customerId: id(2) } }],
  PrescriptionItemAdded: [{ version: 1, stored: { packageId: id(11) } }],
  PrescriptionReviewed: [{ version: 1, stored: { isProcessed: true } }],
  PrescriptionConfirmed: [{ version: 1, stored: {} }],
  PrescriptionDeclined: [{ version: 1, stored: {} }],
  LabApplied: [{ version: 1, stored: { labPartnerId: id(51), userId: id(4) } }],
  LabApproved: [{ version: 1, stored: {} }],
  LabRejected: [{ version: 1, stored: {} }],
  LabDetailsChanged: [{ version: 1, stored: {} }],
  PackageCreated: [{ version: 1, stored: { packageId: id(11), price: 49_900 } }],
  PackageUpdated: [{ version: 1, stored: { packageId: id(11), price: 49_900 } }],
  PackageDeleted: [{ version: 1, stored: { packageId: id(11) } }],
  CustomerRegistered: [{ version: 1, stored: { userId: id(2) } }],
  PersonChanged: [{ version: 1, stored: { userId: id(2) } }],
}

describe('every event type', () => {
  for (const [type, versions] of Object.entries(samples) as [EventType, (typeof samples)[EventType]][]) {
    it(`reads all versions that were ever written: ${type}`, () => {
      for (const { version, stored, today = stored } of versions) {
        expect(reviveEvent(type, version, stored)).toEqual({ type, data: today })
      }
    })

    it(`has a sample of each version: ${type}`, () => {
      expect(versions.map(({ version }) => version)).toEqual(
        Array.from({ length: eventDefinitions[type].schemaVersion }, (_, index) => index + 1),
      )
    })

    it(`writes the version that it reads: ${type}`, () => {
      const { version, stored, today = stored } = versions.at(-1) ?? { version: 0, stored: {} }
      const written = checkEvent({ type, data: today } as JaanchEvent)
      expect(written).toEqual({ type, schemaVersion: version, data: today })
    })
  }

  it('contains only ids, amounts, codes and times, no personal data', () => {
    const texts = Object.values(samples).flatMap((versions) => Object.keys(versions[0]?.stored ?? {}))
    for (const key of texts)
      expect(key).not.toMatch(/email|phone|address|instructions|notes|fileUrl|userName|patient/i)
  })
})

describe('an undeclared event type', () => {
  it('is rejected by reading and writing', () => {
    expect(() => reviveEvent('BookingLost', 1, {})).toThrow(UnknownEventError)
    expect(() => checkEvent({ type: 'BookingLost', data: {} } as unknown as JaanchEvent)).toThrow(
      UnknownEventError,
    )
    expect(() => reviveEvent('toString', 1, {})).toThrow(UnknownEventError)
  })

  it('is rejected when its data does not match the type; unknown keys are removed', () => {
    expect(() => checkEvent({ type: 'LabAssigned', data: { labPartnerId: 'x' } })).toThrow()
    const event = { type: 'LabAssigned', data: { labPartnerId: id(51), name: 'City Lab' } } as JaanchEvent
    expect(checkEvent(event).data).toEqual({ labPartnerId: id(51) })
  })
})
