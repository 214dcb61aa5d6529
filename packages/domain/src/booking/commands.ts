import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingStatus, CancellationReason, PaymentMethod } from '@jaanch/contracts/vocabulary'
import type { PlacedData } from './state.ts'

type ProposedData = Extract<BookingEvent, { type: 'OrderProposed' }>['data']

/** The sums are ours to make: total = sum of the lines, final = total − discount (paise). */
export type PlaceDetails = Omit<PlacedData, 'total' | 'final'>

/** An order from a prescription never has a discount (specification, section 9). */
export type ProposeDetails = Omit<ProposedData, 'total' | 'discount' | 'final'>

export type Canceller = 'customer' | 'admin'

/** Who may give a command is the API's policy, except where the rule itself depends on who it is. */
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
