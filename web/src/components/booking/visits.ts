import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import { patientText } from './texts'

/** The bookings of one visit that a list has, the customer's own first; most visits have one. */
export type Visit = {
  id: string
  bookings: BookingView[]
  /** False if further pages may have more of it */
  isWhole: boolean
}

/**
 * The visits of a list, each at the place of its first booking. The bookings of a visit are recorded together, so that in the order
 * of a list only the last visit can go on in the next page.
 */
export function groupVisits(rows: readonly BookingView[], hasMore: boolean): Visit[] {
  const visits = new Map<string, Visit>()
  for (const booking of rows) {
    const id = booking.visitId ?? booking.id
    const visit = visits.get(id)
    if (visit && booking.familyMember === null) visit.bookings.unshift(booking)
    else if (visit) visit.bookings.push(booking)
    else visits.set(id, { id, bookings: [booking], isWhole: true })
  }
  const last = visits.get(rows.at(-1)?.visitId ?? '')
  if (last && hasMore) last.isWhole = false
  return [...visits.values()]
}

/** @returns 'Myself, Kamala (Mother)' */
export function peopleText({ bookings }: { bookings: readonly BookingView[] }): string {
  return bookings.map(({ familyMember }) => patientText(familyMember)).join(', ')
}

/** What is paid for a visit, in rupees: cancelled bookings only count if all are. */
export function totalOfVisit({ bookings }: Pick<Visit, 'bookings'>): number {
  const kept = bookings.filter(({ status }) => status !== 'cancelled')
  return (kept.length > 0 ? kept : bookings).reduce((sum, { finalAmount }) => sum + finalAmount, 0)
}

/** @returns the open booking that has come least far: what the visit as a whole waits for; of a visit that has ended, its first one */
export function leastAdvanced(bookings: readonly BookingView[]): BookingView | undefined {
  const path: readonly BookingStatus[] = bookingStatuses
  const kept = bookings.filter(({ status }) => status !== 'cancelled')
  return (kept.length > 0 ? kept : bookings).reduce<BookingView | undefined>(
    (least, each) => (least && path.indexOf(least.status) <= path.indexOf(each.status) ? least : each),
    undefined,
  )
}

/** The customer can cancel a visit if each of its open bookings can be cancelled (specification, section 4). */
export function canCancelVisit({ bookings, isWhole }: Visit): boolean {
  return isWhole && bookings.length > 1 && bookings.every(({ status }) => status === 'confirmed')
}
