import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import { dateText, slotText } from '@/lib/format/dates'

type When = Pick<BookingView, 'collectionType' | 'scheduledDate' | 'scheduledTime'> &
  Partial<Pick<BookingView, 'status' | 'createdAt'>>

/** @returns '21 Nov 2026, 8:00–10:00 am', or the promise of an instant collection, its day once it is past */
export function whenText({ collectionType, scheduledDate, scheduledTime, status, createdAt }: When): string {
  const isPast = status === 'completed' || status === 'cancelled'
  if (collectionType === 'instant') {
    return isPast && createdAt ? `Instant, ${dateText(createdAt)}` : 'Instant: within 2 to 4 hours'
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
