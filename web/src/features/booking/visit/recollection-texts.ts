import type { BookingView } from '@jaanch/booking/booking-view'
import { type BookingStatus, mostRecollections } from '@jaanch/contracts/vocabulary'
import { rupeesText } from '@/lib/format/numbers'

export type Recollected = Pick<BookingView, 'finalAmount' | 'recollection' | 'recollections' | 'refund'>

export const free = 'Free'

/** @returns what is to be paid; in words where a new sample costs nothing */
export function amountText({ finalAmount, recollection }: Recollected): string {
  return recollection ? free : rupeesText(finalAmount)
}

/** @returns 'Recollection 1 of 2' */
export function attemptText({ attempt }: NonNullable<BookingView['recollection']>): string {
  return `Recollection ${attempt} of ${mostRecollections}`
}

type Refund = NonNullable<BookingView['refund']>

const states: Record<BookingStatus, string> = {
  pending_customer_confirmation: 'offered',
  pending: 'offered',
  confirmed: 'confirmed',
  'sample-collection': 'under way',
  'lab-processing': 'collected',
  completed: 'collected',
  cancelled: 'not wanted',
}

/** @param status of the booking in which the sample is collected again; undefined while it is not known */
export function rejectedText(status: BookingStatus | undefined): string {
  return `Sample rejected – new collection ${states[status ?? 'pending']}`
}

/** Nothing may have to go back where nobody has recorded a payment. */
export function refundText({
  refund,
  paymentStatus,
}: Pick<BookingView, 'paymentStatus'> & { refund: Refund }): string {
  const isPaid = paymentStatus === 'paid'
  const words = refund.isSettled ? refundWords.settled : refundWords.open
  return `${rupeesText(refund.amount)} ${isPaid ? words.paid : words.unpaid}`
}

const refundWords = {
  open: { paid: 'to be paid back', unpaid: 'not to be paid, or to be paid back' },
  settled: { paid: 'paid back', unpaid: 'not to be paid' },
}

export const recollectionTexts = {
  label: 'New collections and refunds',
  of: (number: string) => `Belongs to ${number}`,
  earlier: 'an earlier booking',
}
