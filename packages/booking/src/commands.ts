import type { CustodyCommand } from '@jaanch/collection/custody/commands'
import type {
  BookingStatus,
  CancellationReason,
  CriticalOutcome,
  DeclineReason,
  Escalation,
  PaymentMethod,
  ReportChange,
  Role,
  TimeSlot,
} from '@jaanch/contracts/vocabulary'
import type { CriticalCall } from '@jaanch/report/critical/rules'
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

/**
 * @property criticalCallId of the call about its critical values; missing: it has none that nobody was called about
 * @property change from the report that it follows; missing: it follows none
 */
export type NewVersion = {
  reportId: string
  version: number
  change?: ReportChange | undefined
  criticalCallId?: string | undefined
  /** Tests of rejected tubes of which it has all results: they are not collected again. A draft has none: its signature does it */
  withdraws?: readonly string[] | undefined
}

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
  | ({ type: 'submitReport' } & NewVersion)
  | ({ type: 'releaseReport' } & NewVersion)
  /** Of who makes the visit no more, or of a booking that was cancelled meanwhile. @param at when it was taken, instant @param by user id */
  | { type: 'reportPayment'; method: PaymentMethod; at: string; by: string }
  | { type: 'acceptPayment' }
  /** @param calls of the booking so far */
  | {
      type: 'recordCriticalCall'
      callId: string
      attemptId: string
      outcome: CriticalOutcome
      calls: readonly CriticalCall[]
    }
  | { type: 'remindCriticalCall'; callId: string; step: number; calls: readonly CriticalCall[] }
  /** The report waits for a pathologist */
  | ({ type: 'draftReport' } & NewVersion)
  /**
   * By a pathologist: it is submitted if it consists of values, and released if it is a file
   * @param isEarlier a newer draft, which includes it, waits as well: that one waits on
   */
  | ({ type: 'signReport'; isFile: boolean; isEarlier?: boolean } & Pick<
      NewVersion,
      'reportId' | 'change' | 'withdraws'
    >)
  | { type: 'returnReport'; reportId: string }
  | { type: 'remindOfFasting' }
  | { type: 'delayReport'; expectedBy: string }
  | { type: 'assignCollector'; collectorId: string | null }
  | CustodyCommand
  | { type: 'proposeRecollection'; details: RecollectionDetails }
  | { type: 'offerRecollection'; bookingId: string; packageIds: string[] }
  /** Of a booking in which tests are collected again, before its collection */
  | { type: 'withdrawTests'; packageIds: string[] }
  | { type: 'markRefund'; packageIds: string[] }
  /** @param amount what was paid back, paise */
  | { type: 'settleRefund'; amount: number }
  | { type: 'message'; messageId: string; audience: MessageAudience; by: Role }
