import type { BookingView } from '@jaanch/booking/booking-view'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import { dateText, slotText } from '@/lib/format/dates'
import { shortId } from '@/lib/format/text'

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

/** The state of a payment where nothing can be paid */
export const paidTexts = {
  paid: 'paid',
  refundDue: 'refund to be settled',
  paidBack: 'paid back',
  nothing: 'nothing to pay',
  reference: (reference: string) => `reference ${reference}`,
}

/** @returns the number that people read out: that of the order, and the short id while it is being made */
export function numberText({ id, orderNumber }: Pick<BookingView, 'id' | 'orderNumber'>): string {
  return orderNumber ? `Order ${orderNumber}` : `#${shortId(id)}`
}

/** Before a booking has a lab, everywhere */
export const noLabYet = 'No lab yet'

export function labText({ labPartnerName, status }: Pick<BookingView, 'labPartnerName' | 'status'>): string {
  return labPartnerName ?? (status === 'cancelled' ? 'None' : noLabYet)
}

type Tests = Pick<BookingView, 'packageName' | 'packages'>

/** The tests of a booking after the first one. */
export function otherTestsOf({ packages }: Pick<Tests, 'packages'>): string[] {
  return packages.slice(1).map(({ name }) => name)
}

/** @returns 'Lipid Profile', or 'Lipid Profile + 2' for a booking of three tests */
export function testsText(booking: Tests): string {
  const others = otherTestsOf(booking).length
  return others > 0 ? `${booking.packageName} + ${others}` : booking.packageName
}

/** @returns 'Visit of 3, #1a2b3c4d' for a booking that is collected together with others; undefined for a visit of its own */
export function visitText({
  visitId,
  visitSize,
}: Pick<BookingView, 'visitId' | 'visitSize'>): string | undefined {
  if (!visitId) return undefined
  return `${visitSize ? `Visit of ${visitSize}` : 'Visit'}, #${shortId(visitId)}`
}

/** @returns 'Visit for 3 people' */
export function visitHeading(people: number): string {
  return people === 1 ? 'Visit for 1 person' : `Visit for ${people} people`
}

export function cancelDialogTexts(booking: BookingView) {
  return {
    title: 'Cancel this booking?',
    description: `${testsText(booking)}: nobody will come to collect the sample. This can't be taken back.`,
    confirmLabel: 'Cancel booking',
    cancelLabel: 'Keep booking',
  }
}
