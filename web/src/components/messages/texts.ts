import type { BookingView } from '@jaanch/contracts/http/bookings'

type Help = Pick<BookingView, 'status' | 'paymentStatus' | 'paymentMethod'>

export const help = {
  /** Before the contact of the support */
  lead({ status }: Help): string {
    if (status === 'pending') return 'To cancel it before it is confirmed, please call us:'
    if (status === 'sample-collection' || status === 'lab-processing') return 'To change anything now:'
    return 'Questions?'
  },
  /** How to pay what is due; undefined if nothing is, or if it is cash, which needs no word */
  payment({ status, paymentStatus, paymentMethod }: Help): string | undefined {
    if (paymentStatus === 'paid' || status === 'cancelled' || paymentMethod === 'cash-on-collection') return
    const way = paymentMethod === 'upi' ? 'UPI' : 'card'
    return `Pay the collector by ${way} when the sample is collected: nothing is paid online.`
  },
}
