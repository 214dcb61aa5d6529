import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import { dateText, slotText } from '@/lib/format/dates'

type Schedule = Pick<BookingView, 'collectionType' | 'scheduledDate' | 'scheduledTime'> &
  Partial<Pick<BookingView, 'status' | 'createdAt'>>

/** @returns '21 Nov 2026, 8:00–10:00 am'; for an instant collection what is promised, or its date if the booking has ended */
export function whenText({
  collectionType,
  scheduledDate,
  scheduledTime,
  status,
  createdAt,
}: Schedule): string {
  const hasEnded = status === 'completed' || status === 'cancelled'
  if (collectionType === 'instant') {
    return hasEnded && createdAt ? `Instant, ${dateText(createdAt)}` : 'Instant: within 2 to 4 hours'
  }
  if (!scheduledDate) return 'To be scheduled'
  return scheduledTime ? `${dateText(scheduledDate)}, ${slotText(scheduledTime)}` : dateText(scheduledDate)
}

export function patientText(
  member: Pick<NonNullable<BookingView['familyMember']>, 'name' | 'relationship'> | null,
): string {
  return member ? `${member.name} (${member.relationship})` : 'Myself'
}

export const paymentTexts: Record<PaymentMethod, string> = {
  'cash-on-collection': 'Cash on Collection',
  upi: 'UPI',
  card: 'Credit/Debit Card',
}

/** The confirmation before a customer or an admin cancels a booking. */
export function cancelDialogTexts({ packageName }: BookingView) {
  return {
    title: 'Cancel this booking?',
    description: `${packageName}: nobody will come to collect the sample. This can't be taken back.`,
    confirmLabel: 'Cancel booking',
    cancelLabel: 'Keep booking',
  }
}
