import { z } from 'zod'
import { paise } from '../money.ts'
import { cancellationReasons, collectionTypes, paymentMethods, priorities } from '../vocabulary.ts'
import { defineEvent, type EventOf } from './event.ts'

const orderLine = z.object({ packageId: z.uuid(), name: z.string(), price: paise })
export type OrderLine = z.infer<typeof orderLine>

const placed = z.object({
  bookingId: z.uuid(),
  customerId: z.uuid(),
  /** null: the customer is the patient */
  familyMemberId: z.uuid().nullable(),
  prescriptionId: z.uuid().nullable(),
  /** The ordered packages at the catalogue prices of that time. The first line is the booking's package. */
  lines: z.array(orderLine).min(1),
  collectionType: z.enum(collectionTypes),
  /** Date in Asia/Kolkata, YYYY-MM-DD; null when instant */
  scheduledDate: z.iso.date().nullable(),
  /** One of the fixed slots, or 09:00 for an order from a prescription; null when instant */
  scheduledTime: z.string().nullable(),
  paymentMethod: z.enum(paymentMethods),
  priority: z.enum(priorities),
  total: paise,
  discount: paise,
  final: paise,
})

export const bookingEvents = {
  BookingPlaced: defineEvent('BookingPlaced', placed),
  /** An admin's order from a prescription: waits for the customer's confirmation. */
  OrderProposed: defineEvent('OrderProposed', placed.extend({ prescriptionId: z.uuid() })),
  OrderConfirmed: defineEvent('OrderConfirmed', z.object({})),
  OrderDeclined: defineEvent('OrderDeclined', z.object({})),
  LabAssigned: defineEvent('LabAssigned', z.object({ labPartnerId: z.uuid() })),
  BookingConfirmed: defineEvent('BookingConfirmed', z.object({})),
  SampleCollectionStarted: defineEvent('SampleCollectionStarted', z.object({})),
  LabProcessingStarted: defineEvent('LabProcessingStarted', z.object({})),
  BookingCompleted: defineEvent('BookingCompleted', z.object({})),
  BookingCancelled: defineEvent('BookingCancelled', z.object({ reason: z.enum(cancellationReasons) })),
  OrderCreated: defineEvent(
    'OrderCreated',
    z.object({ orderNumber: z.string(), lines: z.array(orderLine).min(1), total: paise }),
  ),
  PaymentRecorded: defineEvent(
    'PaymentRecorded',
    z.object({ method: z.enum(paymentMethods), amount: paise, reference: z.string().max(64).nullable() }),
  ),
  /** Results were submitted as values (in the table report_submissions); the PDF is not rendered yet. */
  ReportSubmitted: defineEvent(
    'ReportSubmitted',
    z.object({ reportId: z.uuid(), reportVersion: z.int().positive() }),
  ),
  /** On the evening before a collection that requires fasting. */
  FastingReminderDue: defineEvent('FastingReminderDue', z.object({})),
  /** The report's PDF exists. */
  ReportReleased: defineEvent(
    'ReportReleased',
    z.object({ reportId: z.uuid(), reportVersion: z.int().positive() }),
  ),
}

export type BookingEvent = EventOf<typeof bookingEvents>
