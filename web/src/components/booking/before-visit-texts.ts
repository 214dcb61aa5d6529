import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { lastMealAt, strictestHours } from '@jaanch/domain/booking/last-meal'
import { mealText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'

/** What decides how to prepare */
export type VisitToPrepare = Pick<
  BookingView,
  | 'collectionType'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'paymentMethod'
  | 'paymentStatus'
  | 'finalAmount'
  | 'fastingHours'
> &
  Partial<Pick<BookingView, 'prescriptionId'>>

/** What the people of one visit do before it. @param bookings of the visit, those that are cancelled left out */
export function beforeVisitTexts(bookings: readonly VisitToPrepare[]): { fasting?: string; ready: string } {
  const fasting = fastingText(bookings)
  const cash = bookings
    .filter(
      ({ paymentMethod, paymentStatus }) =>
        paymentMethod === 'cash-on-collection' && paymentStatus !== 'paid',
    )
    .reduce((sum, { finalAmount }) => sum + finalAmount, 0)
  const things = [
    bookings.length > 1 ? 'identity documents' : 'an identity document',
    ...(bookings.some(({ prescriptionId }) => prescriptionId) ? ['your prescription'] : []),
    ...(cash > 0 ? [`${rupeesText(cash)} in cash`] : []),
    'drinking water',
  ]
  return { ...(fasting && { fasting }), ready: `Have ready: ${things.join(', ')}` }
}

function fastingText(bookings: readonly VisitToPrepare[]): string | undefined {
  const hours = strictestHours(bookings.map(({ fastingHours }) => fastingHours))
  const [visit] = bookings
  if (hours === null || !visit) return undefined
  const water = `nothing but water for ${hours > 0 ? hours : '8 to 12'} hours`
  const { scheduledDate: date, scheduledTime: time } = visit
  if (visit.collectionType === 'instant' || !date || !time) return `Fasting: ${water} before the collection`
  return `Last meal by ${mealText(lastMealAt(date, time, hours))}, then ${water}`
}
