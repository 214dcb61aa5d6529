import type { BookingView } from '@jaanch/booking/booking-view'
import { lastMealAt, strictestHours } from '@jaanch/booking/rules'
import { IdCard, UtensilsCrossed } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { mealText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'

type BeforeVisitProps = { bookings: readonly VisitToPrepare[]; className?: string }

/** Tells the customer when to stop eating, and what to have ready. */
export function BeforeVisit({ bookings, className }: BeforeVisitProps) {
  const { fasting, ready } = beforeVisitTexts(bookings)
  return (
    <ul
      aria-label="Before the visit"
      className={cn('grid gap-1.5 text-sm [&_li]:flex [&_li]:gap-2.5 [&_svg]:mt-0.5', className)}
    >
      {fasting && (
        <li className="font-semibold">
          <UtensilsCrossed className="size-4 shrink-0 text-accent-ink" aria-hidden />
          <span>{fasting}</span>
        </li>
      )}
      <li className="text-ink-soft">
        <IdCard className="size-4 shrink-0" aria-hidden />
        <span>{ready}</span>
      </li>
    </ul>
  )
}

/** The facts that decide how to prepare */
type VisitToPrepare = Pick<
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

/** Tells the people of one visit how to prepare. @param bookings those that are not cancelled */
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
