import type { BookingView } from '@jaanch/contracts/http/bookings'

/** The confirmation before a customer or an admin cancels a booking. */
export function cancelDialogTexts({ packageName }: BookingView) {
  return {
    title: 'Cancel this booking?',
    description: `${packageName}: nobody will come to collect the sample. This can't be taken back.`,
    confirmLabel: 'Cancel booking',
    cancelLabel: 'Keep booking',
  }
}
