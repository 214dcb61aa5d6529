import type { BookingView } from '@jaanch/booking/booking-view'
import { labText, patientText, whenText } from '@/components/booking/texts'
import { cn } from '@/lib/class-names'
import { shortId } from '@/lib/format/text'
import { free } from './recollections'
import { paymentText } from './visits'

type Reader = 'customer' | 'staff'

type Fact = {
  /** A reader for whom the fact has no name does not see it. */
  names: Partial<Record<Reader, string>>
  /** @returns null if the booking has none: it is left out */
  text: (booking: BookingView, reader: Reader) => string | null
}

/**
 * The facts of a booking in the order in which the customer's card and the dialog of labs and admins list them. A further fact needs
 * only its line here.
 */
const facts: readonly Fact[] = [
  { names: { customer: 'When', staff: 'Collection' }, text: whenText },
  { names: { customer: 'Patient' }, text: ({ familyMember }) => patientText(familyMember) },
  { names: { staff: 'City' }, text: ({ city }) => city ?? 'Not known' },
  { names: { customer: 'Lab', staff: 'Lab' }, text: labText },
  { names: { customer: 'Payment', staff: 'Payment' }, text: paymentFact },
  { names: { staff: 'Booking ID' }, text: ({ id }) => shortId(id) },
]

/** @returns the facts as a DescriptionList takes them */
export function factsOf(booking: BookingView, reader: Reader): [name: string, text: string][] {
  return facts.flatMap(({ names, text }): [string, string][] => {
    const [name, shown] = [names[reader], text(booking, reader)]
    return name === undefined || shown === null ? [] : [[name, shown]]
  })
}

/** @returns 'Cash on Collection, due' */
export function paymentFact(booking: BookingView, reader: Reader): string {
  if (booking.recollection) return reader === 'customer' ? 'Nothing to pay' : free
  return paymentText(booking, booking.status === 'cancelled' ? 'not due' : 'due')
}

/** Shows the customer the note that they wrote with the booking. */
export function OwnNote({ booking, className }: { booking: BookingView; className: string }) {
  if (!booking.specialInstructions) return null
  return <p className={cn('text-ink-soft text-sm', className)}>“{booking.specialInstructions}”</p>
}
