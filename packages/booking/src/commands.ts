import type { CustodyCommand } from '@jaanch/collection/custody/commands'
import type {
  BookingStatus,
  CancellationReason,
  DeclineReason,
  Escalation,
  PaymentMethod,
  Role,
  TimeSlot,
} from '@jaanch/contracts/vocabulary'
import type { ReportCommand } from '@jaanch/report/report'
import type { Assignment, Booking, OrderedBooking, Place } from './booking.ts'
import type { MessageAudience } from './messages/rules.ts'

/** Without the sums, which the domain computes: total = sum of the lines, final = total − discount (paise) */
export type PlaceDetails = Omit<OrderedBooking, 'total' | 'final'>

/** An order from a prescription never has a discount (specification, section 9). */
export type ProposeDetails = Omit<PlaceDetails, 'discount' | 'prescriptionId'> & { prescriptionId: string }

/** A date (YYYY-MM-DD in India) and slot */
export type ChosenTime = { scheduledDate: string; scheduledTime: TimeSlot }

/** @param of the booking whose tubes were rejected @param attempt 1, 2 … @param scheduledTime one of the fixed slots */
export type RecollectionDetails = Omit<PlaceDetails, 'discount' | 'prescriptionId'> & {
  recollection: NonNullable<Booking['recollection']>
}

type Canceller = 'customer' | 'admin'
export type Mover = 'customer' | 'admin'

/** The API's policy decides who may send a command, except where the rule itself depends on the sender. */
export type BookingCommand =
  | { type: 'place'; details: PlaceDetails }
  | { type: 'propose'; details: ProposeDetails }
  /**
   * @param proposedAt when an instant visit was proposed @param place that the visit takes from now on; missing: as before
   * @param time that the customer chose; missing: as it was proposed
   */
  | { type: 'confirmOrder'; proposedAt?: string; place?: Place | null; time?: ChosenTime }
  | { type: 'declineOrder' }
  /** @param place that the visit takes from now on; missing: as before */
  | { type: 'assignLab'; labPartnerId: string; place?: Place | null; assignment?: Assignment }
  /** Its lab does not take it */
  | { type: 'declineAssignment'; labPartnerId: string; reason: DeclineReason }
  /** A lab did not confirm an automatic assignment in time */
  | { type: 'escalate'; labPartnerId: string | null; step: Escalation }
  | {
      type: 'reschedule'
      by: Mover
      scheduledDate: string
      scheduledTime: TimeSlot
      /** null: the booking is a visit of its own */
      visitId: string | null
      place: Place | null
    }
  | { type: 'review'; stars: number }
  | { type: 'moderateReview'; isHidden: boolean }
  /** @param by admin: a booking is completed although a report waits for a signature; missing: it is not */
  | { type: 'advance'; to: BookingStatus; by?: 'admin' }
  | { type: 'cancel'; by: Canceller; reason: CancellationReason }
  | { type: 'assignOrderNumber'; orderNumber: string }
  | { type: 'recordPayment'; method: PaymentMethod }
  /** Of who makes the visit no more, or of a booking that was cancelled meanwhile. @param at when it was taken, instant @param by user id */
  | { type: 'reportPayment'; method: PaymentMethod; at: string; by: string }
  | { type: 'acceptPayment' }
  | { type: 'remindOfFasting' }
  | { type: 'assignCollector'; collectorId: string | null }
  | CustodyCommand
  | ReportCommand
  | { type: 'proposeRecollection'; details: RecollectionDetails }
  | { type: 'offerRecollection'; bookingId: string; packageIds: string[] }
  /** Of a booking in which tests are collected again, before its collection */
  | { type: 'withdrawTests'; packageIds: string[] }
  | { type: 'markRefund'; packageIds: string[] }
  /** @param amount what was paid back, paise */
  | { type: 'settleRefund'; amount: number }
  | { type: 'message'; messageId: string; audience: MessageAudience; by: Role }
