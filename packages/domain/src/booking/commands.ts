import type { OrderedBooking } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingStatus, CancellationReason, PaymentMethod } from '@jaanch/contracts/vocabulary'

type ProposedData = Extract<BookingEvent, { type: 'OrderProposed' }>['data']

/** Without the sums, which the domain computes: total = sum of the lines, final = total − discount (paise). */
export type PlaceDetails = Omit<OrderedBooking, 'total' | 'final'>

/** An order from a prescription never has a discount (specification, section 9). */
export type ProposeDetails = Omit<ProposedData, 'total' | 'discount' | 'final'>

export type Canceller = 'customer' | 'admin'

/** The API's policy decides who may send a command, except where the rule itself depends on the sender. */
export type BookingCommand =
  | { type: 'place'; details: PlaceDetails }
  | { type: 'propose'; details: ProposeDetails }
  | { type: 'confirmOrder' }
  | { type: 'declineOrder' }
  | { type: 'assignLab'; labPartnerId: string }
  | { type: 'advance'; to: BookingStatus }
  | { type: 'cancel'; by: Canceller; reason: CancellationReason }
  | { type: 'assignOrderNumber'; orderNumber: string }
  | { type: 'recordPayment'; method: PaymentMethod; reference: string | null }
  | { type: 'submitReport'; reportId: string; version: number }
  | { type: 'releaseReport'; reportId: string; version: number }
  | { type: 'remindOfFasting' }
