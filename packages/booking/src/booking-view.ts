/** The schemas of the answers that `list/bookings.ts` makes of a booking. */

import { tubeNumber } from '@jaanch/collection/custody/custody'
import { instant } from '@jaanch/contracts/http/fields'
import { rupees } from '@jaanch/contracts/money'
import { collectionOutcomes, declineReasons, genders, paymentMethods } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { bookingSummary, orderLine } from './booking.ts'

/**
 * When a report is to be expected, from how long reports took: half of them come until `likelyBy`, nine of ten until `latestBy`.
 * `isLate`: later than it was told at the beginning of the present stage
 */
const reportExpected = z.object({ likelyBy: instant, latestBy: instant, isLate: z.boolean() })

/** The answer to callers: what they see of a summary, with amounts in rupees and names in place of ids. A new field of it is not shown. */
export const bookingView = bookingSummary
  .pick({
    customerId: true,
    prescriptionId: true,
    collectionType: true,
    scheduledDate: true,
    scheduledTime: true,
    paymentMethod: true,
    priority: true,
    visitId: true,
    status: true,
    paymentStatus: true,
    labPartnerId: true,
    orderNumber: true,
    customerMoves: true,
    review: true,
    recollection: true,
    collectorId: true,
    recollections: true,
    createdAt: true,
    reportReleasedAt: true,
    position: true,
    moves: true,
    timeline: true,
  })
  .extend({
    id: z.uuid(),
    packageId: z.uuid(),
    packageName: z.string(),
    package: z.object({ id: z.uuid(), name: z.string() }),
    /** All tests and packages of the booking; the first one is `package` */
    packages: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** The same for all people of a visit; null if the booking is a visit of its own */
    visitId: z.uuid().nullable(),
    /**
     * How many people of its visit come: not who was cancelled or moved alone. null for nobody, if it is a visit of its own, and in
     * answers to commands for one booking
     */
    visitSize: z.int().positive().nullable(),
    labPartnerName: z.string().nullable(),
    /** Where the sample is collected */
    city: z.string().nullable(),
    familyMember: z.object({ name: z.string(), relationship: z.string() }).nullable(),
    /** PIN code and city; without them the booking has no address yet */
    area: z.string().nullable(),
    /** Name of the family member or the customer. Null for a lab that works for nobody in it */
    patientName: z.string().nullable(),
    /** Phone at the address, or the customer's; shown as `patientName` is */
    contactNumber: z.string().nullable(),
    /** Tubes and other containers that are filled for this person; in lists and details of staff only */
    tubeCount: z.int().nonnegative().optional(),
    /** The reference typed with its payment, such as a transaction number; shown to the same people as `patientName` */
    paymentReference: z.string().optional(),
    totalAmount: rupees,
    discountAmount: rupees,
    finalAmount: rupees,
    specialInstructions: z.string().nullable(),
    /** null: no report is awaited. Missing where it was not looked up */
    reportExpected: reportExpected.nullish(),
    /** Where its tubes are, by count; null: its lab records none */
    samples: z
      .object({
        planned: z.int().positive(),
        drawn: z.int().nonnegative(),
        /** Tubes that the lab received */
        received: z.int().nonnegative(),
        rejected: z.int().nonnegative(),
        arrivedAt: instant.nullable(),
        /** The first draw */
        drawnAt: instant.nullable(),
        /** The last receipt, once all drawn tubes are received */
        receivedAt: instant.nullable(),
        /** Why nothing was drawn */
        outcome: z.enum(collectionOutcomes).nullable(),
      })
      .nullable(),
    /** The refund that is due because samples were rejected too often or a paid booking was cancelled, less earlier refunds; the whole refund once it is settled. Rupees */
    refund: z.object({ amount: rupees, isSettled: z.boolean() }).nullable(),
    /** The fasting time of the strictest test, before the collection; 0: required without a number of hours; null: not required, or collected already */
    fastingHours: z.int().nonnegative().nullable(),
  })
export type BookingView = z.output<typeof bookingView>

const identity = z.object({
  name: z.string(),
  dateOfBirth: z.string().nullable(),
  sex: z.enum(genders).nullable(),
})

export const bookingDetail = bookingView.extend({
  lines: z.array(orderLine.extend({ price: rupees })),
  /** The customer's text about the visit; null without one, and for its lab if an admin hid it */
  reviewText: z.string().nullable(),
  /** For the customer only: four digits for the collector at the door. null: none, or the visit is over */
  visitCode: z.string().nullish(),
  /** For staff only: who had which tube when. null: its lab records nothing */
  custody: bookingSummary.shape.custody.optional(),
  /** For staff only: a payment that the owner of the lab has not accepted, rupees */
  reportedPayment: z
    .object({ method: z.enum(paymentMethods), amount: rupees, at: instant, by: z.uuid() })
    .nullish(),
  /** For staff only: what was typed about its samples, oldest first. `tube` null: about the visit. A lab sees what its own people wrote */
  custodyNotes: z.array(z.object({ tube: tubeNumber.nullable(), text: z.string(), at: instant })).optional(),
  /**
   * For staff only: who the patient was when the samples were drawn, and is now. null: the same, nothing is drawn, or the lab may not see
   * the patient any more
   */
  patientChange: z.object({ atDraw: identity, now: identity }).nullish(),
  /** For staff only: names of the ordered tests, also those in packages, that measure nothing of the catalogue: their reports are PDFs only */
  pdfOnly: z.array(z.string()).optional(),
  /** For staff only: the report that waits for a pathologist of the lab */
  draft: bookingSummary.shape.draft.optional(),
  /** For admins only: who chose the lab and why, and what happened because it did not confirm in time */
  assignment: bookingSummary.shape.assignment.optional(),
  escalation: bookingSummary.shape.escalation.optional(),
  /** For admins only: which labs declined it, oldest first */
  declines: z
    .array(
      z.object({ labPartnerId: z.uuid(), labName: z.string(), at: instant, reason: z.enum(declineReasons) }),
    )
    .optional(),
})
export type BookingDetail = z.output<typeof bookingDetail>

/** The answer to a command on a booking; `bookings` are those of its visit that the caller may see, if it was for all people of it. */
export const commandedVisit = bookingView.extend({ bookings: z.array(bookingView).optional() })
