/**
 * The fields of a booking inside the system, declared once: the events, the domain's state, the read table and the HTTP
 * view are made from these schemas. Amounts in paise. No personal data.
 */

import { custody } from '@jaanch/collection/custody/custody'
import { instant, position } from '@jaanch/contracts/http/fields'
import { paise } from '@jaanch/contracts/money'
import {
  assigners,
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  declineReasons,
  escalations,
  paymentMethods,
  paymentStatuses,
  priorities,
  rankingReasons,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

/** A collector's visit in one slot of a lab that declared how many it can make: what a booking takes of the lab's capacity. */
export const place = z.object({
  labPartnerId: z.uuid(),
  /** Date in Asia/Kolkata, YYYY-MM-DD */
  date: z.iso.date(),
  /** 1 is 06:00-08:00, see `slotNumber` */
  slot: z.int().min(1).max(timeSlots.length),
})
export type Place = z.infer<typeof place>

/** Why a lab was chosen: codes and numbers, best reasons first. */
export const assignment = z.object({
  by: z.enum(assigners),
  reasons: z.array(
    z.object({
      code: z.enum(rankingReasons),
      value: z.number().nullable(),
      /** Reviews that the stars are the mean of */
      reviews: z.int().optional(),
    }),
  ),
})
export type Assignment = z.infer<typeof assignment>

/** The booking whose tests are collected again, and how often they have been since they were ordered: 1, 2 … */
export const recollection = z.object({ of: z.uuid(), attempt: z.int().positive() })

/** The price list that gave a price, with the name that it had. */
const givingList = z.object({ id: z.uuid(), name: z.string() })

export const orderLine = z.object({
  packageId: z.uuid(),
  name: z.string(),
  price: paise,
  /** Missing: the price is the catalogue's */
  priceList: givingList.optional(),
})
export type OrderLine = z.infer<typeof orderLine>

/** The order: the data of BookingPlaced and OrderProposed. */
export const orderedBooking = z.object({
  bookingId: z.uuid(),
  customerId: z.uuid(),
  /** null: the customer is the patient */
  familyMemberId: z.uuid().nullable(),
  prescriptionId: z.uuid().nullable(),
  /** The ordered packages at the prices of that time. The first line is the booking's package. */
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
  /** Bookings with the same id are collected in one visit; null: the booking is a visit of its own */
  visitId: z.uuid().nullable(),
  /** Taken until an admin or a worker assigns a lab; null where no lab has declared limits */
  place: place.nullable(),
})
export type OrderedBooking = z.infer<typeof orderedBooking>
/** An order as it is made: a field that has a default may be missing. */
export type OrderInput = z.input<typeof orderedBooking>

/** The fields of a visit that customers enter themselves: the rest follows from the catalogue, the visit and its place. */
export const enteredBooking = orderedBooking.pick({
  collectionType: true,
  scheduledDate: true,
  scheduledTime: true,
  paymentMethod: true,
})

/** The order and its current state. `paymentMethod` is how it was paid, and until then how it is to be paid */
const booking = orderedBooking.extend({
  /** Bookings with the same id are collected in one visit; of a booking that is a visit of its own, its id */
  visitId: z.uuid(),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  labPartnerId: z.uuid().nullable(),
  /** Set by a worker shortly after the booking was placed */
  orderNumber: z.string().nullable(),
  /** The released report of the highest version */
  report: z.object({ id: z.uuid(), version: z.int().positive() }).nullable(),
  /**
   * The report that waits for a pathologist of the lab, or was sent back by one; null: none does. A newer draft or report replaces it.
   * Staff only
   */
  draft: z.object({ id: z.uuid(), version: z.int().positive(), isReturned: z.boolean() }).nullable(),
  /** null unless it is cancelled */
  cancellationReason: z.enum(cancellationReasons).nullable(),
  /** How often its customer moved it */
  customerMoves: z.int().nonnegative(),
  /** The chooser of the present lab and the reasons; null without a lab, and for an admin's own choice */
  assignment: assignment.nullable(),
  /** The last step that was taken because the present lab did not confirm in time; null if it did */
  escalation: z.enum(escalations).nullable(),
  /** The customer's stars; the text is a row (reviews). `isHidden`: an admin took it out of the ratings */
  review: z.object({ stars: z.int().min(1).max(5), isHidden: z.boolean() }).nullable(),
  /** null: it was ordered */
  recollection: recollection.nullable(),
  /** The collector who makes the visit (user id); null: nobody yet */
  collectorId: z.uuid().nullable(),
  custody: custody.nullable(),
  /** Bookings in which its rejected tubes are collected again, and for which of its packages */
  recollections: z.array(z.object({ bookingId: z.uuid(), packageIds: z.array(z.uuid()) })),
  /**
   * Money from a collector who no longer made the visit when it was reported, or whose booking was cancelled: it is no payment until
   * the owner of the lab accepts it; paise
   */
  reportedPayment: z
    .object({ method: z.enum(paymentMethods), amount: paise, at: instant, by: z.uuid() })
    .nullable(),
  /** The refund for tubes that were rejected too often, or for a cancellation after payment, and how much of it was paid back already, paise */
  refund: z
    .object({ amount: paise, settled: paise, packageIds: z.array(z.uuid()), isSettled: z.boolean() })
    .nullable(),
})
export type Booking = z.infer<typeof booking>

/** The row of the read table `bookings`. */
export const bookingSummary = booking.extend({
  createdAt: instant,
  /** When its present lab was assigned; null without a lab */
  assignedAt: instant.nullable(),
  /** When its report was released, the latest version; null without one */
  reportReleasedAt: instant.nullable(),
  /** The payment, paise, with the user id of the person who recorded it (null: no user did); null until it is paid */
  payment: z
    .object({ at: instant, by: z.uuid().nullable(), method: z.enum(paymentMethods), amount: paise })
    .nullable(),
  /** Each time that a lab declined it, oldest first */
  declines: z.array(z.object({ labPartnerId: z.uuid(), at: instant, reason: z.enum(declineReasons) })),
  /** Position in the log of the booking's last event */
  position,
  /** Each move of the visit, oldest first; times as they were scheduled, null for instant */
  moves: z.array(
    z.object({
      at: instant,
      /** A role */
      actor: z.string(),
      fromDate: z.iso.date().nullable(),
      fromTime: z.string().nullable(),
      toDate: z.iso.date(),
      toTime: z.string(),
    }),
  ),
  /** Each status with the instant at which it was reached, oldest first; `actor` is a role, or `system` */
  timeline: z.array(z.object({ status: z.enum(bookingStatuses), at: instant, actor: z.string() })),
})
export type BookingSummary = z.infer<typeof bookingSummary>
