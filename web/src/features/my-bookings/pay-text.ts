import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { rupeesText } from '@/lib/format/numbers'

type Payment = Pick<BookingView, 'paymentMethod' | 'paymentStatus' | 'finalAmount'> &
  Partial<Pick<BookingView, 'recollection'>>

/** @returns how much to pay, and how. Payments are collected and recorded with the sample. */
export function payText({ paymentMethod, paymentStatus, finalAmount, recollection }: Payment): string {
  if (recollection) return 'There is nothing to pay.'
  const amount = rupeesText(finalAmount)
  if (paymentStatus === 'paid') return `${amount} is paid. There is nothing left to pay.`
  switch (paymentMethod) {
    case 'upi':
      return `Please pay ${amount} by UPI when your sample is collected.`
    case 'card':
      return `Please pay ${amount} by credit or debit card when your sample is collected.`
    default:
      return `Please pay ${amount} in cash when your sample is collected.`
  }
}
