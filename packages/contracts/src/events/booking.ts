import { z } from 'zod'
import { assignment, orderedBooking, orderLine, place } from '../booking.ts'
import { messageAudiences } from '../messages.ts'
import { paise } from '../money.ts'
import {
  cancellationReasons,
  declineReasons,
  escalations,
  paymentMethods,
  roles,
  timeSlots,
} from '../vocabulary.ts'
import { defineEvent, type EventOf } from './event.ts'

export const bookingEvents = {
  BookingPlaced: defineEvent('BookingPlaced', orderedBooking),
  /** An admin's order from a prescription: waits for the customer's confirmation. */
  OrderProposed: defineEvent('OrderProposed', orderedBooking.extend({ prescriptionId: z.uuid() })),
  OrderConfirmed: defineEvent(
    'OrderConfirmed',
    z.object({
      /** The place that was taken in place of the proposed one; missing: as before */
      place: place.nullable().optional(),
      /** The time that the customer chose; missing: as it was proposed. Older releases read neither */
      scheduledDate: z.iso.date().optional(),
      scheduledTime: z.enum(timeSlots).optional(),
    }),
  ),
  OrderDeclined: defineEvent('OrderDeclined', z.object({})),
  LabAssigned: defineEvent(
    'LabAssigned',
    z.object({
      labPartnerId: z.uuid(),
      /** The place that the visit takes from now on; missing: as before */
      place: place.nullable().optional(),
      /** Missing: an admin's own choice */
      assignment: assignment.optional(),
    }),
  ),
  /** The lab does not take what it was assigned: the booking has no lab again. Its status stays. */
  LabDeclined: defineEvent(
    'LabDeclined',
    z.object({
      labPartnerId: z.uuid(),
      reason: z.enum(declineReasons),
      /** What the visit takes from now on: its place is given back */
      place: place.nullable(),
    }),
  ),
  /** The lab did not confirm an automatic assignment in time. */
  AssignmentEscalated: defineEvent(
    'AssignmentEscalated',
    z.object({ labPartnerId: z.uuid().nullable(), step: z.enum(escalations) }),
  ),
  /** The visit, or one person of it, was moved to another time. An instant collection becomes a scheduled one. */
  BookingRescheduled: defineEvent(
    'BookingRescheduled',
    z.object({
      by: z.enum(['customer', 'admin']),
      scheduledDate: z.iso.date(),
      scheduledTime: z.enum(timeSlots),
      /** As in BookingPlaced; null for a person who was moved alone */
      visitId: z.uuid().nullable(),
      place: place.nullable(),
    }),
  ),
  BookingConfirmed: defineEvent('BookingConfirmed', z.object({})),
  SampleCollectionStarted: defineEvent('SampleCollectionStarted', z.object({})),
  LabProcessingStarted: defineEvent('LabProcessingStarted', z.object({})),
  BookingCompleted: defineEvent('BookingCompleted', z.object({})),
  BookingCancelled: defineEvent('BookingCancelled', z.object({ reason: z.enum(cancellationReasons) })),
  OrderCreated: defineEvent(
    'OrderCreated',
    z.object({
      orderNumber: z.string(),
      /** Those of the booking: nobody reads them. Release 0.1.0 stops at an event without; the release after this one writes none */
      lines: z.array(orderLine).min(1).optional(),
      total: paise.optional(),
    }),
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
  /** The report is later than it was told when the sample was collected. */
  ReportDelayed: defineEvent(
    'ReportDelayed',
    z.object({
      /** Nine of ten such reports are there by then */
      expectedBy: z.iso.datetime(),
    }),
  ),
  /** The customer's review; its text is a row (reviews). */
  BookingReviewed: defineEvent('BookingReviewed', z.object({ stars: z.int().min(1).max(5) })),
  /** An admin took the review out of the ratings, or put it back. */
  ReviewModerated: defineEvent('ReviewModerated', z.object({ isHidden: z.boolean() })),
  /** Somebody wrote on the booking; the text is a row (booking_messages). */
  BookingMessaged: defineEvent(
    'BookingMessaged',
    z.object({ messageId: z.uuid(), audience: z.enum(messageAudiences), by: z.enum(roles) }),
  ),
  /** The report's PDF exists. */
  ReportReleased: defineEvent(
    'ReportReleased',
    z.object({ reportId: z.uuid(), reportVersion: z.int().positive() }),
  ),
}

export type BookingEvent = EventOf<typeof bookingEvents>
