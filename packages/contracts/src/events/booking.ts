import { z } from 'zod'
import { orderedBooking, orderLine } from '../booking.ts'
import { paise } from '../money.ts'
import { cancellationReasons, paymentMethods } from '../vocabulary.ts'
import { defineEvent, type EventOf } from './event.ts'

export const bookingEvents = {
  BookingPlaced: defineEvent('BookingPlaced', orderedBooking),
  /** An admin's order from a prescription: waits for the customer's confirmation. */
  OrderProposed: defineEvent('OrderProposed', orderedBooking.extend({ prescriptionId: z.uuid() })),
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
    // the reference is a text that a person typed, so it is a row (payment_references); only older events contain it
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
