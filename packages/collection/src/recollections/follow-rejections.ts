import type { Booking, BookingSummary } from '@jaanch/booking/booking'
import type { BookingCommand } from '@jaanch/booking/decider'
import { bookingDecider, noBooking } from '@jaanch/booking/decider'
import { bookings, commandVisit } from '@jaanch/booking/visit/command-visit'
import { visitCommands } from '@jaanch/booking/visit/decide'
import { isAwaited } from '@jaanch/booking/visit/visit'
import { mostRecollections } from '@jaanch/contracts/vocabulary'
import { parseStreamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { type ConsumerEvent, type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import { recollectionsConsumer } from '../consumers.ts'
import { offerRecollection, testsToCollectAgain } from './offer-recollection.ts'

/** An event that is followed */
type Cause = { event: ConsumerEvent<typeof recollectionsConsumer>; context: HandlerContext; now: () => Date }

/**
 * Rejected tubes are collected again, free of charge, as often as `mostRecollections` says; then, or when the customer does not want it, the
 * money of these tests goes back, and what has nothing left is cancelled once that is settled. What has results all the same is not
 * collected. Each step is one append whose id follows from the event, so none is lost or comes twice.
 */
export const followRejections = react(
  recollectionsConsumer,
  async (event, { now, ...context }: HandlerContext & { now: () => Date }) => {
    const cause = { event, context, now }
    const booking = await bookings.load(context.pool, parseStreamId('booking', event.streamId) ?? '')
    if (!booking) return
    if (event.type === 'TubesRejected') {
      if (booking.status === 'cancelled') return
      const tubes = event.data.tubes.map(({ number }) => number)
      const isAgain = (booking.recollection?.attempt ?? 0) < mostRecollections
      const outcome = isAgain
        ? await offerRecollection(event, context, booking.bookingId, tubes, now)
        : 'nobody'
      if (outcome === 'nobody') await refund(cause, booking, testsToCollectAgain(booking, tubes))
      return
    }
    if (event.type === 'RecollectionWithdrawn') return withdraw(cause, booking, event.data.packageIds)
    // the lab does not complete a booking while a draft waits, and neither does this
    if (
      event.type === 'ReportSubmitted' ||
      event.type === 'ReportReleased' ||
      event.type === 'ReportReturned'
    )
      return completeOrdered(cause, booking)
    if (event.type === 'RefundSettled') return cancelSettled(cause, booking, booking.refund)
    if (event.type === 'BookingCancelled') {
      // one that has begun goes on: its tubes are drawn
      for (const { bookingId } of booking.recollections) await cancel(cause, bookingId, isAwaited)
    }
    if (!booking.recollection) return
    // what has results is not paid back
    if (event.type === 'BookingCancelled' && event.data.reason === 'already-reported') return
    if (event.type !== 'BookingCompleted') await refund(cause, booking, testsLeft(booking))
    const ordered = await bookings.load(context.pool, booking.recollection.of)
    if (ordered) await completeOrdered(cause, ordered)
  },
)

/** Tests that have results are not collected again, unless their tubes are drawn already. What has no other test is cancelled. */
async function withdraw(cause: Cause, booking: BookingSummary, packageIds: string[]): Promise<void> {
  for (const { bookingId } of booking.recollections) {
    const again = await bookings.load(cause.context.pool, bookingId)
    if (!again) continue
    await withdraw(cause, again, packageIds)
    await tell(cause, bookingId, (own) => {
      if (!isToBeDrawn(own)) return undefined
      const isWhole = own.lines.every(({ packageId }) => packageIds.includes(packageId))
      return isWhole
        ? { type: 'cancel', by: 'admin', reason: 'already-reported' }
        : { type: 'withdrawTests', packageIds }
    })
  }
}

function isToBeDrawn(booking: BookingSummary): boolean {
  return isAwaited(booking) && !booking.custody?.tubes.some(({ drawn }) => drawn !== null)
}

/** An order of which nothing is left, and what was collected for it again, do not wait for a report that never comes. */
async function cancelSettled(
  cause: Cause,
  booking: BookingSummary,
  refund: BookingSummary['refund'],
): Promise<void> {
  for (const { bookingId } of booking.recollections) {
    const again = await bookings.load(cause.context.pool, bookingId)
    if (again) await cancelSettled(cause, again, refund)
  }
  await cancel(cause, booking.bookingId, (own) => isSettledWhole(own, refund))
}

function cancel(
  cause: Cause,
  bookingId: string,
  isToEnd: (booking: BookingSummary) => boolean,
): Promise<void> {
  const command = { type: 'cancel', by: 'admin', reason: 'other' } as const
  return tell(cause, bookingId, (own) => (isToEnd(own) ? command : undefined))
}

/** Gives a command to a booking. @param commandFor undefined: none, as the booking is now */
async function tell(
  { event, context, now }: Cause,
  bookingId: string,
  commandFor: (
    own: BookingSummary,
  ) => Extract<BookingCommand, { type: 'cancel' | 'withdrawTests' }> | undefined,
): Promise<void> {
  const origin = originOf(recollectionsConsumer, event)
  const { refused } = await commandVisit(
    context,
    { bookingId, originOf: (id) => ({ ...origin, appendId: appendIdOf(origin.appendId, id) }) },
    (visit) => {
      const own = visit.bookings.find((member) => member.bookingId === bookingId)
      const command = own && commandFor(own)
      if (!command) return { refused: 'wrong-status' }
      return { command: visitCommands.each({ of: { bookingId }, command }, visit) }
    },
    now,
  )
  if (refused && refused !== 'wrong-status') throw new Error(`Booking ${bookingId}: ${refused}`)
}

/** The money of tests goes back from the booking that was ordered, which has their prices. */
async function refund(
  { event, context }: Cause,
  booking: BookingSummary,
  packageIds: string[],
): Promise<void> {
  if (packageIds.length === 0) return
  let ordered = booking
  while (ordered.recollection) {
    const before = await bookings.load(context.pool, ordered.recollection.of)
    if (!before) throw new Error(`The booking ${ordered.recollection.of} is not there`)
    ordered = before
  }
  // whoever cancelled it has settled its money
  if (ordered.status === 'cancelled') return
  const { refused } = await bookings.handle(
    context,
    { id: ordered.bookingId, ...originOf(recollectionsConsumer, event) },
    (state) => bookingDecider.decide(state ?? noBooking, { type: 'markRefund', packageIds }, event.at),
  )
  if (refused) throw new Error(`No refund of booking ${ordered.bookingId}: ${refused}`)
}

/**
 * Completes a booking without usable samples once all of its recollections are completed or will not come. It does nothing while a draft
 * waits: the event that ends the draft calls it again.
 */
async function completeOrdered({ event, context }: Cause, ordered: BookingSummary): Promise<void> {
  if (ordered.status !== 'lab-processing' || !isRejectedWhole(ordered)) return
  const again = await Promise.all(
    ordered.recollections.map((each) => bookings.load(context.pool, each.bookingId)),
  )
  const isOver = again.every((each) => each?.status === 'completed' || each?.status === 'cancelled')
  if (!isOver || !again.some((each) => each?.status === 'completed')) return
  const origin = originOf(recollectionsConsumer, event)
  await bookings.handle(
    context,
    { ...origin, id: ordered.bookingId, appendId: appendIdOf(origin.appendId, 'completed') },
    (state) => bookingDecider.decide(state ?? noBooking, { type: 'advance', to: 'completed' }, event.at),
  )
}

/** @returns the tests of a booking that are not collected again by another one */
function testsLeft({ lines, recollections }: Booking): string[] {
  const again = recollections.flatMap(({ packageIds }) => packageIds)
  return lines.map(({ packageId }) => packageId).filter((id) => !again.includes(id))
}

/**
 * Whether a booking waits for nothing any more: all its tubes were rejected, nobody reported on it, and the money of all its tests is settled.
 * @param refund of the booking that was ordered: what is collected again has no price
 */
function isSettledWhole(booking: Booking, refund: Booking['refund']): boolean {
  const isUnderWay = booking.status === 'sample-collection' || booking.status === 'lab-processing'
  const isReported = booking.report !== null || booking.draft !== null
  if (!isUnderWay || isReported || !isRejectedWhole(booking) || !refund?.isSettled) return false
  return booking.lines.every(({ packageId }) => refund.packageIds.includes(packageId))
}

/** Whether nothing of the booking itself is left to analyse. */
function isRejectedWhole({ custody }: Booking): boolean {
  return custody !== null && custody.tubes.length > 0 && custody.tubes.every(({ rejected }) => rejected)
}
