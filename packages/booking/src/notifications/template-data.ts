import { longDate, rupeesText, slotText } from '@jaanch/contracts/format'
import type { CancellationReason } from '@jaanch/contracts/vocabulary'
import type { BookingSummary } from '../booking.ts'

/** A date in India (YYYY-MM-DD) and a slot or time; null for an instant collection */
type Schedule = Pick<BookingSummary, 'scheduledDate' | 'scheduledTime'>

/** The data that the templates need. `orderNumber`: assigned by a worker soon after the booking; null before it */
export type TemplateData = Schedule &
  Pick<BookingSummary, 'orderNumber' | 'paymentMethod' | 'paymentStatus' | 'cancellationReason'> & {
    /** First eight characters of the booking's id; empty if it is not about a booking */
    shortId: string
    /** Empty in a text that leaves the sign-in: lock screens, mail servers and gateways read it */
    tests: readonly string[]
    /** Paise */
    amount: number
    labName: string | null
    /** The lab's own number; null where it is not looked up */
    labPhone: string | null
    /** Fasting time before the collection in hours; 0: required without a number of hours; null: not required */
    fastingHours: number | null
    /** When a visit that was moved was before */
    movedFrom: Schedule | null
    /** It was made from a prescription */
    hasPrescription: boolean
  }

export const emptyTemplateData: TemplateData = {
  shortId: '',
  orderNumber: null,
  tests: [],
  scheduledDate: null,
  scheduledTime: null,
  amount: 0,
  paymentMethod: 'cash-on-collection',
  paymentStatus: 'pending',
  cancellationReason: null,
  labName: null,
  labPhone: null,
  fastingHours: null,
  movedFrom: null,
  hasPrescription: false,
}

/** The facts that a booking has itself: its tests are named after a sign-in only. @param move the one that they are about */
export function factsOf(booking: BookingSummary, move?: BookingSummary['moves'][number]): TemplateData {
  const { orderNumber, scheduledDate, scheduledTime, paymentMethod, paymentStatus, cancellationReason } =
    booking
  return {
    ...emptyTemplateData,
    ...{ orderNumber, scheduledDate, scheduledTime, paymentMethod, paymentStatus, cancellationReason },
    shortId: booking.bookingId.slice(0, 8),
    hasPrescription: booking.prescriptionId !== null,
    amount: booking.final,
    movedFrom: move ? { scheduledDate: move.fromDate, scheduledTime: move.fromTime } : null,
  }
}

/** @returns such as `Thyroid Profile`, `Thyroid Profile and Lipid Profile`, `Thyroid Profile and 2 more tests` */
export function testsText({ tests }: Pick<TemplateData, 'tests'>): string {
  const [first = '', second] = tests
  if (tests.length === 2) return `${first} and ${second}`
  return tests.length > 2 ? `${first} and ${tests.length - 1} more tests` : first
}

/** @returns `order JN-2026-000123 for Thyroid Profile`, or `booking 1a2b3c4d for …` while it has no number; without tests `visit (order JN-2026-000123)`, or `visit` */
export function bookingText(
  { shortId, orderNumber, tests }: TemplateData,
  noun: 'booking' | 'order' = 'booking',
): string {
  if (tests.length > 0) {
    const number = orderNumber ? `order ${orderNumber}` : `${noun} ${shortId}`
    return `${number} for ${testsText({ tests })}`
  }
  return orderNumber ? `visit (order ${orderNumber})` : 'visit'
}

/** @param comma separator between date and time @returns such as `Saturday, 21 November 2026, 8 am to 10 am` */
export function whenText({ scheduledDate, scheduledTime }: Schedule, comma = ', '): string {
  if (scheduledDate === null || scheduledTime === null) return 'Within 2 to 4 hours of booking'
  return longDate(scheduledDate) + comma + slotText(scheduledTime)
}

/** The same inside a sentence, after `collection`. */
export function whenPhrase(facts: Schedule): string {
  return facts.scheduledDate === null ? 'within 2 to 4 hours' : `on ${whenText(facts)}`
}

/** Whether the customer has to pay by other means than cash on collection. */
export function owes({
  paymentMethod,
  paymentStatus,
}: Pick<TemplateData, 'paymentMethod' | 'paymentStatus'>): boolean {
  return paymentStatus === 'pending' && paymentMethod !== 'cash-on-collection'
}

export function paymentText({ paymentMethod, paymentStatus, amount }: TemplateData): string {
  if (amount === 0) return 'Free of charge'
  const sum = rupeesText(amount)
  if (paymentStatus === 'paid') return `${sum}, paid`
  return {
    'cash-on-collection': `${sum} in cash at collection`,
    upi: `${sum} by UPI`,
    card: `${sum} by card`,
  }[paymentMethod]
}

/** The specification's range if a test specifies no hours. */
export function fastingText(hours: number): string {
  return hours > 0 ? `${hours} hours` : '8 to 12 hours'
}

export const reasonTexts: Readonly<Record<CancellationReason, string | null>> = {
  'customer-request': 'at the customer’s request',
  'customer-declined': 'because the order was declined',
  'lab-unavailable': 'because the lab is not available',
  duplicate: 'because it was booked twice',
  'already-reported': 'because the lab has the results without another sample',
  other: null,
}
