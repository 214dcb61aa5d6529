import type { CustodyEvent } from '@jaanch/collection/events'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { instant } from '@jaanch/contracts/http/fields'
import { paise } from '@jaanch/contracts/money'
import {
  cancellationReasons,
  declineReasons,
  escalations,
  paymentMethods,
  roles,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import type { ReportEvent } from '@jaanch/report/events'
import { z } from 'zod'
import { assignment, orderedBooking, place, recollection } from './booking.ts'
import { messageAudiences } from './messages/rules.ts'

/** The events of the stream of a booking without those of its custody and its reports. */
export const bookingEvents = {
  BookingPlaced: defineEvent('BookingPlaced', orderedBooking),
  /** An admin's order from a prescription: waits for the customer's confirmation. */
  OrderProposed: defineEvent('OrderProposed', orderedBooking.extend({ prescriptionId: z.uuid() })),
  OrderConfirmed: defineEvent(
    'OrderConfirmed',
    z.object({
      /** The place that was taken in place of the proposed one; missing: as before */
      place: place.nullable().optional(),
      /** The time that the customer chose; missing: as it was proposed */
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
  OrderCreated: defineEvent('OrderCreated', z.object({ orderNumber: z.string() })),
  PaymentRecorded: defineEvent(
    'PaymentRecorded',
    // a reference is a text that a person typed, so it is a row (payment_references)
    z.object({
      method: z.enum(paymentMethods),
      amount: paise,
      /** Who took it (user id), where somebody else accepted it; missing: the actor */
      takenBy: z.uuid().optional(),
    }),
  ),
  /** A collector took it before the visit, or the booking, was taken away; no payment until the owner accepts it */
  PaymentReported: defineEvent(
    'PaymentReported',
    z.object({
      method: z.enum(paymentMethods),
      amount: paise,
      /** When it was taken, as of `recorded` */
      at: instant,
      by: z.uuid(),
    }),
  ),
  /** On the evening before a collection that requires fasting. */
  FastingReminderDue: defineEvent('FastingReminderDue', z.object({})),
  /** The customer's review; its text is a row (reviews). */
  BookingReviewed: defineEvent('BookingReviewed', z.object({ stars: z.int().min(1).max(5) })),
  /** An admin took the review out of the ratings, or put it back. */
  ReviewModerated: defineEvent('ReviewModerated', z.object({ isHidden: z.boolean() })),
  /** Somebody wrote on the booking; the text is a row (booking_messages). */
  BookingMessaged: defineEvent(
    'BookingMessaged',
    z.object({ messageId: z.uuid(), audience: z.enum(messageAudiences), by: z.enum(roles) }),
  ),
  /** The lab's collector who makes the visit; null: nobody yet */
  CollectorAssigned: defineEvent('CollectorAssigned', z.object({ collectorId: z.uuid().nullable() })),
  /** Tests of another booking, of which tubes were rejected, are collected again, free of charge: waits for the customer. */
  RecollectionProposed: defineEvent('RecollectionProposed', orderedBooking.extend({ recollection })),
  /** For rejected tubes of this booking, that one was proposed. */
  RecollectionOffered: defineEvent(
    'RecollectionOffered',
    z.object({ bookingId: z.uuid(), packageIds: z.array(z.uuid()).min(1) }),
  ),
  /** Tests of rejected tubes have results all the same, which the lab confirmed: they are not collected again. */
  RecollectionWithdrawn: defineEvent(
    'RecollectionWithdrawn',
    z.object({ packageIds: z.array(z.uuid()).min(1) }),
  ),
  /** Of what was to be collected again, these tests have results; others are left. */
  TestsWithdrawn: defineEvent('TestsWithdrawn', z.object({ packageIds: z.array(z.uuid()).min(1) })),
  /** Collected as often as it may be, or cancelled after it was paid: the money of these tests goes back, and a person calls. */
  RefundDue: defineEvent('RefundDue', z.object({ packageIds: z.array(z.uuid()).min(1), amount: paise })),
  /** An admin gave it back */
  RefundSettled: defineEvent('RefundSettled', z.object({})),
}

/** Any event of the stream of a booking */
export type BookingEvent = EventOf<typeof bookingEvents> | CustodyEvent | ReportEvent

declare module '@jaanch/eventlog/events/streams' {
  interface StreamEvents {
    booking: BookingEvent
  }
}
