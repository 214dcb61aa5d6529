import { plannedTube, recorded, temperature, tubeNumber } from '@jaanch/collection/custody-facts'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { instant } from '@jaanch/contracts/http/fields'
import { paise } from '@jaanch/contracts/money'
import {
  cancellationReasons,
  collectionOutcomes,
  criticalOutcomes,
  declineReasons,
  escalations,
  identityMethods,
  lateReasons,
  paymentMethods,
  rejectionReasons,
  reportChanges,
  roles,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { assignment, orderedBooking, place, recollection } from './booking.ts'
import { messageAudiences } from './messages/rules.ts'

const tubes = z.array(tubeNumber).min(1)
/** HMAC-SHA-256, hexadecimal */
const barcodeHash = z.string().regex(/^[\da-f]{64}$/)

const reportOfBooking = z.object({
  reportId: z.uuid(),
  reportVersion: z.int().positive(),
  /** How it differs from the report that it follows; missing: it follows none */
  change: z.enum(reportChanges).optional(),
})

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
  /** Results were submitted as values (in the table report_submissions); the PDF is not rendered yet. */
  ReportSubmitted: defineEvent('ReportSubmitted', reportOfBooking),
  /** With the first event of a report: it has values about which somebody is called at once (in the table critical_calls). */
  CriticalValueFound: defineEvent('CriticalValueFound', z.object({ callId: z.uuid(), reportId: z.uuid() })),
  /** Somebody called, or tried to; who, when, how and about which values is a row (critical_attempts). CONFIRMED and ENDED_NOT_REACHED close the call. */
  CriticalValueCalled: defineEvent(
    'CriticalValueCalled',
    z.object({ callId: z.uuid(), attemptId: z.uuid(), outcome: z.enum(criticalOutcomes) }),
  ),
  /** Nobody has confirmed the call: step 1 after 15 minutes, 2 after 30 minutes … */
  CriticalValueReminded: defineEvent(
    'CriticalValueReminded',
    z.object({ callId: z.uuid(), step: z.int().positive() }),
  ),
  /** A report waits for a pathologist of its lab: its values or its file are stored, and the customer sees nothing of it. */
  ReportDrafted: defineEvent('ReportDrafted', reportOfBooking),
  /** The pathologist sent the draft back; why is a row (report_drafts) */
  ReportReturned: defineEvent('ReportReturned', z.object({ reportId: z.uuid() })),
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
  /** The lab's collector who makes the visit; null: nobody yet */
  CollectorAssigned: defineEvent('CollectorAssigned', z.object({ collectorId: z.uuid().nullable() })),
  /** With the first event of the custody: which tubes the booking has */
  TubesPlanned: defineEvent('TubesPlanned', z.object({ tubes: z.array(plannedTube).min(1) })),
  LabelsPrinted: defineEvent('LabelsPrinted', z.object({ tubes, at: z.iso.datetime() })),
  CollectorArrived: defineEvent('CollectorArrived', z.object({ recorded })),
  /** `isConfirmed: false`: somebody else was there, or the names or dates differ */
  IdentityChecked: defineEvent(
    'IdentityChecked',
    z.object({ recorded, method: z.enum(identityMethods), isConfirmed: z.boolean() }),
  ),
  /** `code`: the hash of a pre-printed barcode, whose text is a row (tube_codes); null: the tube's own label */
  TubesDrawn: defineEvent(
    'TubesDrawn',
    z.object({
      recorded,
      tubes: z.array(z.object({ number: tubeNumber, code: barcodeHash.nullable() })).min(1),
    }),
  ),
  /** The collector gave them away, to the lab or to who brings them there */
  TubesHandedOver: defineEvent(
    'TubesHandedOver',
    z.object({ recorded, tubes, temperatureC: temperature.nullable() }),
  ),
  /** By the lab; possibly before the draw is known, which a phone without a network sends later */
  TubesReceived: defineEvent(
    'TubesReceived',
    z.object({ recorded, tubes, temperatureC: temperature.nullable() }),
  ),
  /** `lateReason`: after the stability window */
  TubesAccepted: defineEvent(
    'TubesAccepted',
    z.object({ recorded, tubes, lateReason: z.enum(lateReasons).nullable() }),
  ),
  TubesRejected: defineEvent(
    'TubesRejected',
    z.object({
      recorded,
      tubes: z.array(z.object({ number: tubeNumber, reason: z.enum(rejectionReasons) })).min(1),
    }),
  ),
  /** The collector left without a tube. */
  CollectionFailed: defineEvent(
    'CollectionFailed',
    z.object({ recorded, outcome: z.enum(collectionOutcomes) }),
  ),
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
  /** The report's PDF exists. */
  ReportReleased: defineEvent('ReportReleased', reportOfBooking),
}

export type BookingEvent = EventOf<typeof bookingEvents>

declare module '@jaanch/eventlog/events/streams' {
  interface StreamEvents {
    booking: BookingEvent
  }
}
