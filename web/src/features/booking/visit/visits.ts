import type { BookingView } from '@jaanch/booking/booking-view'
import { payable, whyNotPayable } from '@jaanch/booking/rules'
import { type BookingStatus, bookingStatuses, labAdvance } from '@jaanch/contracts/vocabulary'
import { paidTexts, patientText, paymentTexts } from '@/components/booking/texts'
import { nextStatus } from './status'

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

/** The price of a visit, in rupees: cancelled bookings only count if all are. */
export function totalOfVisit({ bookings }: { bookings: readonly BookingView[] }): number {
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

/** Bookings of one visit that stand one after the other in a list of staff: one card, or one row of a table. */
export type VisitGroup = {
  /** The id of its first booking: the same visit can stand in a list twice */
  id: string
  bookings: readonly [BookingView, ...BookingView[]]
}

const known = new WeakMap<BookingView, VisitGroup>()

/** @returns the rows of a list, those of one visit that are adjacent as one. The same bookings are the same object again. */
export function groupAdjacentVisits(rows: readonly BookingView[]): VisitGroup[] {
  const groups: [BookingView, ...BookingView[]][] = []
  for (const booking of rows) {
    const last = groups.at(-1)
    if (last && booking.visitId !== null && last[0].visitId === booking.visitId) last.push(booking)
    else groups.push([booking])
  }
  return groups.map((bookings) => {
    const [first] = bookings
    const before = known.get(first)
    const isSame =
      before?.bookings.length === bookings.length && bookings.every((each, n) => each === before.bookings[n])
    if (before && isSame) return before
    const group = { id: first.id, bookings }
    known.set(first, group)
    return group
  })
}

/** How far each is: the first one is what a visit waits for. */
const progress: readonly BookingStatus[] = ['pending_customer_confirmation', ...labAdvance, 'cancelled']

/** @returns the one state of a visit: that of the person who is least far; cancelled if all are */
export function statusOfVisit(bookings: readonly BookingView[]): BookingStatus {
  const indexes = bookings.map(({ status }) => progress.indexOf(status))
  return progress[Math.min(...indexes)] ?? 'cancelled'
}

export const isComing = ({ status }: Pick<BookingView, 'status'>) => status !== 'cancelled'

type Money = Pick<BookingView, 'paymentStatus' | 'finalAmount' | 'refund'>

const moneyOf = ({ paymentStatus, finalAmount, refund }: Money) => ({
  paymentStatus,
  final: finalAmount,
  refund,
})

/** Whether its payment can be recorded */
export function isUnpaid(booking: Money & Pick<BookingView, 'status'>): boolean {
  return booking.status !== 'cancelled' && !whyNotPayable(moneyOf(booking))
}

/** @param unpaid the words for what can be paid */
export function paidText(booking: Money, unpaid: string): string {
  switch (whyNotPayable(moneyOf(booking))) {
    case 'already-paid':
      return refundedText(booking)
    case 'refund-due':
      return paidTexts.refundDue
    case 'nothing-to-pay':
      return paidTexts.nothing
    default:
      return unpaid
  }
}

/** For a paid booking: whether the payment is going back or went back. If a part was paid back, the rest is still paid. */
function refundedText({ finalAmount, refund }: Money): string {
  if (refund?.isSettled === false) return `${paidTexts.paid}, ${paidTexts.refundDue}`
  return refund && refund.amount >= finalAmount ? paidTexts.paidBack : paidTexts.paid
}

type Payment = Money & Pick<BookingView, 'paymentMethod'> & Partial<Pick<BookingView, 'paymentReference'>>

/** @param unpaid as in `paidText` @returns such as `UPI, paid, reference 4711`, with the method that was recorded */
export function paymentText(booking: Payment, unpaid: string): string {
  const { paymentMethod, paymentReference } = booking
  const reference = paymentReference ? [paidTexts.reference(paymentReference)] : []
  return [paymentTexts[paymentMethod], paidText(booking, unpaid), ...reference].join(', ')
}

/** Whether these are all people of the visit who come: others may stand elsewhere in the list, or in another tab. */
export function isWholeVisit(bookings: readonly BookingView[]): boolean {
  const sizes = bookings.flatMap(({ visitSize }) => visitSize ?? [])
  return (
    bookings.filter(isComing).length >= Math.min(...sizes, Number.POSITIVE_INFINITY) || sizes.length === 0
  )
}

/** Those of a visit who are least far, and their next status. */
export type VisitStep = { bookings: readonly BookingView[]; isWhole: boolean; to: BookingStatus }

/** @returns the step of one press on Update Status; undefined if nobody has one */
export function stepOfVisit(bookings: readonly BookingView[]): VisitStep | undefined {
  const going = bookings.filter(({ status }) => nextStatus(status) !== undefined)
  const status = statusOfVisit(going)
  const to = nextStatus(status)
  if (!to) return undefined
  return { bookings: going.filter((each) => each.status === status), isWhole: isWholeVisit(bookings), to }
}

/** The price of a visit and its unpaid part, in rupees. */
export function moneyOfVisit(bookings: readonly BookingView[]): { total: number; due: number } {
  const due = bookings.filter(isUnpaid).reduce((sum, booking) => sum + payable(moneyOf(booking)), 0)
  return { total: totalOfVisit({ bookings }), due }
}
