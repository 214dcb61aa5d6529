/**
 * The fields of a booking inside the system, declared once: the events, the domain's state, the read table and the HTTP
 * view are made from these schemas. Amounts in paise. No personal data.
 */
import { z } from 'zod'
import { instant, position } from './http/fields.ts'
import { paise } from './money.ts'
import {
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  paymentMethods,
  paymentStatuses,
  priorities,
} from './vocabulary.ts'

export const orderLine = z.object({ packageId: z.uuid(), name: z.string(), price: paise })
export type OrderLine = z.infer<typeof orderLine>

/**
 * What was ordered: the data of BookingPlaced and OrderProposed. A field that is added needs a `.default(…)`, because it is
 * missing in the events that exist.
 */
export const orderedBooking = z.object({
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
export type OrderedBooking = z.infer<typeof orderedBooking>
/** The same before parsing: fields with a default may be missing. */
export type OrderedBookingInput = z.input<typeof orderedBooking>

/** What was ordered, and its current state. */
const booking = orderedBooking.extend({
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  labPartnerId: z.uuid().nullable(),
  /** Set by a worker shortly after the booking was placed */
  orderNumber: z.string().nullable(),
  /** The released report of the highest version */
  report: z.object({ id: z.uuid(), version: z.int().positive() }).nullable(),
  /** null unless it is cancelled */
  cancellationReason: z.enum(cancellationReasons).nullable(),
})
export type Booking = z.infer<typeof booking>

/** The row of the read table `bookings`. */
export const bookingSummary = booking.extend({
  createdAt: instant,
  /** When its present lab was assigned; null without a lab */
  assignedAt: instant.nullable(),
  /** Position in the log of the booking's last event */
  position,
  /** Each status with the instant at which it was reached, oldest first; `actor` is a role, or `system` */
  timeline: z.array(z.object({ status: z.enum(bookingStatuses), at: instant, actor: z.string() })),
})
export type BookingSummary = z.infer<typeof bookingSummary>
