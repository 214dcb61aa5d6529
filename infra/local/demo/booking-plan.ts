import type { Booking, Place } from '@jaanch/booking/booking'
import type {
  CancellationReason,
  PaymentMethod,
  prescriptionOrderTime,
  TimeSlot,
} from '@jaanch/contracts/vocabulary'
import type { Address, Customer } from './accounts.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Results, Review, Stage } from './data.ts'

/** The people who handle the tubes of a booking. */
export type CustodyPlan = {
  collectorId: string
  technicianId: string
  /** The first tube is rejected, and collected again in this booking */
  recollectionId?: string
}

/** The customer's choices. */
export type Order = {
  bookingId: string
  customer: Customer
  /** null: the customer is the patient */
  memberId: string | null
  entry: CatalogueEntry
  placedAt: Date
  /** null: instant collection. After the move, if it was moved */
  slot: { date: string; time: TimeSlot | typeof prescriptionOrderTime } | null
  paymentMethod: PaymentMethod
  address: Address
  instructions: string | null
}

export type BookingPlan = Order & {
  /** Set for an order that an admin proposed from this prescription; it waits for the customer's confirmation */
  prescriptionId?: string
  /** Its customer moved it at this time, after it was confirmed, from this slot */
  moved?: { at: Date; from: { date: string; time: TimeSlot } }
  /** Bookings with the same id are one visit, and were placed together */
  visitId?: string
  /** Where visits are limited */
  place?: Place
  /** Last stage, if there is enough time before the anchor */
  until: Stage
  /** Reason of a cancellation after the stage `until` */
  cancelled?: CancellationReason
  /** The lab's results, one for each version of the report; undefined for a booking without a report */
  reports?: readonly Results[]
  /** Results of a booking in processing that the pathologist has not signed. `returned`: why they were sent back to the technician */
  draft?: { results: Results; returned?: string }
  review?: Review
  /** Its tubes are followed; undefined: the lab only changes the status */
  custody?: CustodyPlan
  /** Tests of another booking are collected again, free of charge; it waits for the customer's confirmation */
  recollection?: NonNullable<Booking['recollection']>
}
