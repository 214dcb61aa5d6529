import { custodyDecisions } from '@jaanch/collection/custody/decide'
import { hasBegun } from '@jaanch/contracts/calendar'
import { accept, type Decider, type Decision, refuse } from '@jaanch/contracts/decider'
import { customerMoves, prescriptionOrderTime, timeSlots } from '@jaanch/contracts/vocabulary'
import { reportDecisions } from '@jaanch/report/report'
import type { Booking, OrderLine } from './booking.ts'
import type { BookingCommand, PlaceDetails, ProposeDetails, RecollectionDetails } from './commands.ts'
import type { BookingEvent } from './events.ts'
import { type BookingState, evolve, noBooking } from './evolve.ts'
import { collectBy, isTooLateToMove, payable, refusalOfSchedule, whyNotPayable } from './rules.ts'
import { nextStep, transitions } from './transitions.ts'

type Decided = Decision<BookingEvent>
type Of<Type extends BookingCommand['type']> = Extract<BookingCommand, { type: Type }>

export const bookingDecider: Decider<BookingState, BookingCommand, BookingEvent, 'booking'> = {
  kind: 'booking',
  initial: noBooking,
  decide,
  evolve,
}

/** The table of transitions checks the status; the function of the command checks everything else. */
function decide(state: BookingState, command: BookingCommand, now: Date): Decided {
  const verdict = transitions[command.type][state.status]
  if (verdict === 'done') return accept()
  if (verdict !== 'go') return refuse(verdict)
  const own = decisions[command.type] as (booking: Booking, command: BookingCommand, now: Date) => Decided
  // where there is no booking yet, the table allows only the commands that make one, whose functions read no state
  return own(state as Booking, command, now)
}

/** One function for each command: `transitions` says in which status it is called. */
const decisions: {
  [Type in BookingCommand['type']]: (booking: Booking, command: Of<Type>, now: Date) => Decided
} = {
  ...custodyDecisions,
  ...reportDecisions,
  place: (_, { details }, now) => place(details, now),
  propose: (_, { details }, now) => propose(details, now),
  proposeRecollection: (_, { details }, now) => proposeRecollection(details, now),
  confirmOrder,
  declineOrder: (booking) => end(booking, { type: 'OrderDeclined', data: {} }),
  assignLab,
  declineAssignment,
  escalate,
  reschedule,
  advance,
  cancel,
  assignOrderNumber,
  message,
  assignCollector,
  remindOfFasting: (booking, _, now) => remindOfFasting(booking, now),
  review,
  moderateReview,
  recordPayment,
  reportPayment,
  acceptPayment,
  markRefund,
  settleRefund,
  offerRecollection,
  withdrawTests,
}

function place(details: PlaceDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, timeSlots, now)
  if (refusal) return refuse(refusal)
  const price = priceOf(details.lines, details.discount)
  if (!price) return refuse('invalid')
  return accept({ type: 'BookingPlaced', data: { ...details, ...price } })
}

function propose(details: ProposeDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, [prescriptionOrderTime, ...timeSlots], now)
  if (refusal) return refuse(refusal)
  const price = priceOf(details.lines, 0)
  if (!price) return refuse('invalid')
  return accept({ type: 'OrderProposed', data: { ...details, ...price } })
}

/** What was ordered once is collected again without a price. */
function proposeRecollection(details: RecollectionDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, timeSlots, now)
  if (refusal) return refuse(refusal)
  const lines = details.lines.map(({ packageId, name }) => ({ packageId, name, price: 0 }))
  return accept({
    type: 'RecollectionProposed',
    data: { ...details, lines, prescriptionId: null, total: 0, discount: 0, final: 0 },
  })
}

/** Only while the visit can still take place as it was proposed, or at a time that the customer chooses. */
function confirmOrder(booking: Booking, command: Of<'confirmOrder'>, now: Date): Decided {
  const { proposedAt, place, time: chosen } = command
  const data = { ...(place !== undefined && { place }), ...chosen }
  if (chosen) {
    const refusal = refusalOfSchedule({ ...chosen, collectionType: 'scheduled' }, timeSlots, now)
    return refusal ? refuse(refusal) : accept({ type: 'OrderConfirmed', data })
  }
  const { scheduledDate: date, scheduledTime: time } = booking
  const isOver =
    date !== null && time !== null
      ? hasBegun(date, time, now)
      : proposedAt !== undefined && collectBy({ ...booking, createdAt: proposedAt }) <= now
  if (isOver) return refuse('proposal-over')
  return accept({ type: 'OrderConfirmed', data })
}

function assignLab(booking: Booking, { type: _, ...data }: Of<'assignLab'>): Decided {
  if (booking.labPartnerId === data.labPartnerId) return accept()
  return accept({ type: 'LabAssigned', data })
}

/** Nothing to do if another lab was assigned meanwhile. */
function declineAssignment(booking: Booking, { labPartnerId, reason }: Of<'declineAssignment'>): Decided {
  if (booking.labPartnerId !== labPartnerId) return accept()
  return accept({ type: 'LabDeclined', data: { labPartnerId, reason, place: null } })
}

/** Nothing to do if the lab confirmed, or another lab was assigned meanwhile. An order that its customer confirmed may lack a lab. */
function escalate(booking: Booking, { labPartnerId, step }: Of<'escalate'>): Decided {
  if (booking.status === 'confirmed' && booking.labPartnerId !== null) return accept()
  if (booking.labPartnerId !== labPartnerId || booking.escalation === step) return accept()
  return accept({ type: 'AssignmentEscalated', data: { labPartnerId, step } })
}

/** A customer can move a visit until two hours before it begins, and an instant one until the collection. */
function reschedule(booking: Booking, { type: _, ...data }: Of<'reschedule'>, now: Date): Decided {
  const refusal = refusalOfSchedule({ ...data, collectionType: 'scheduled' }, timeSlots, now)
  if (refusal) return refuse(refusal)
  if (data.scheduledDate === booking.scheduledDate && data.scheduledTime === booking.scheduledTime)
    return accept()
  if (data.by === 'customer') {
    if (isTooLateToMove(booking, now)) return refuse('too-late-to-move')
    if (booking.customerMoves >= customerMoves) return refuse('moved-too-often')
  }
  return accept({ type: 'BookingRescheduled', data })
}

/** The visit that was ordered is reviewed, and not one in which tests are collected again. */
function review(booking: Booking, { stars }: Of<'review'>): Decided {
  if (booking.recollection) return refuse('wrong-status')
  return booking.review ? refuse('already-reviewed') : accept({ type: 'BookingReviewed', data: { stars } })
}

function moderateReview({ review }: Booking, { isHidden }: Of<'moderateReview'>): Decided {
  if (!review) return refuse('not-found')
  return review.isHidden === isHidden ? accept() : accept({ type: 'ReviewModerated', data: { isHidden } })
}

/** The command names the target status, so a press on a stale page is refused instead of advancing twice. */
function advance(booking: Booking, { to, by }: Of<'advance'>): Decided {
  const step = nextStep[booking.status]
  if (step?.to !== to) return refuse('wrong-status')
  if (to !== 'confirmed' && booking.labPartnerId === null) return refuse('no-lab-assigned')
  // The customer would be told that all is done, and the results would come afterwards. A lab that is suspended, or whose last
  // pathologist left, signs nothing: then an admin decides.
  const isUnsigned = booking.draft !== null && !booking.draft.isReturned
  if (to === 'completed' && isUnsigned && by !== 'admin') return refuse('draft-unsigned')
  return accept({ type: step.event, data: {} })
}

/** A customer can cancel what is confirmed and has not begun; an admin can cancel until it is completed. */
function cancel(booking: Booking, { by, reason }: Of<'cancel'>): Decided {
  const { status } = booking
  if (by === 'customer' && status !== 'confirmed') return refuse('cancel-only-confirmed')
  if (status === 'completed' || status === 'cancelled') return refuse(`already-${status}`)
  return end(booking, { type: 'BookingCancelled', data: { reason } })
}

/** A booking that ends without a visit gives back what was paid for it. */
function end(booking: Booking, ended: BookingEvent): Decided {
  return booking.paymentStatus === 'paid' ? accept(ended, ...refundOfRest(booking)) : accept(ended)
}

/** @returns the refund of all that is not paid back yet; none if nothing is left */
function refundOfRest(booking: Booking): BookingEvent[] {
  const amount = payable(booking)
  if (amount === 0) return []
  const refunded = booking.refund?.packageIds ?? []
  const packageIds = booking.lines.map(({ packageId }) => packageId).filter((id) => !refunded.includes(id))
  return [{ type: 'RefundDue', data: { packageIds, amount } }]
}

function assignOrderNumber(booking: Booking, { orderNumber }: Of<'assignOrderNumber'>): Decided {
  return booking.orderNumber === null ? accept({ type: 'OrderCreated', data: { orderNumber } }) : accept()
}

function recordPayment(booking: Booking, { method }: Of<'recordPayment'>): Decided {
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  return accept({ type: 'PaymentRecorded', data: { method, amount: payable(booking) } })
}

function reportPayment(booking: Booking, { method, at, by }: Of<'reportPayment'>): Decided {
  if (booking.reportedPayment) return accept()
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  return accept({ type: 'PaymentReported', data: { method, amount: payable(booking), at, by } })
}

/** The cash is that of who took it, as it was reported. What was taken for a booking that is cancelled by now goes back. */
function acceptPayment(booking: Booking): Decided {
  const { reportedPayment } = booking
  if (!reportedPayment) return booking.paymentStatus === 'paid' ? accept() : refuse('nothing-reported')
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  const { method, amount, by } = reportedPayment
  const recorded: BookingEvent = { type: 'PaymentRecorded', data: { method, amount, takenBy: by } }
  return booking.status === 'cancelled' ? accept(recorded, ...refundOfRest(booking)) : accept(recorded)
}

/** When the slot has begun, a fasting reminder is too late. */
function remindOfFasting({ scheduledDate: date, scheduledTime: time }: Booking, now: Date): Decided {
  if (date === null || time === null) return refuse('invalid')
  if (hasBegun(date, time, now)) return refuse('slot-begun')
  return accept({ type: 'FastingReminderDue', data: {} })
}

function message({ labPartnerId }: Booking, { type: _, ...data }: Of<'message'>): Decided {
  if (data.audience === 'lab' && labPartnerId === null) return refuse('no-lab-assigned')
  return accept({ type: 'BookingMessaged', data })
}

function assignCollector(booking: Booking, { collectorId }: Of<'assignCollector'>): Decided {
  if (booking.collectorId === collectorId) return accept()
  if (booking.labPartnerId === null) return refuse('no-lab-assigned')
  return accept({ type: 'CollectorAssigned', data: { collectorId } })
}

function offerRecollection(booking: Booking, { type: _, ...data }: Of<'offerRecollection'>): Decided {
  const isOffered = booking.recollections.some(({ bookingId }) => bookingId === data.bookingId)
  return isOffered ? accept() : accept({ type: 'RecollectionOffered', data })
}

/** @returns wrong-status if nothing would be left: the booking is cancelled then */
function withdrawTests({ recollection, lines }: Booking, { packageIds }: Of<'withdrawTests'>): Decided {
  if (recollection === null) return refuse('wrong-status')
  const withdrawn = lines.map(({ packageId }) => packageId).filter((id) => packageIds.includes(id))
  if (withdrawn.length === 0) return accept()
  if (withdrawn.length === lines.length) return refuse('wrong-status')
  return accept({ type: 'TestsWithdrawn', data: { packageIds: withdrawn } })
}

/** Of what became due since it was paid back, nobody knows that it was. */
function settleRefund({ refund }: Booking, { amount }: Of<'settleRefund'>): Decided {
  if (!refund || refund.isSettled) return refuse('no-refund-due')
  return refund.amount - refund.settled === amount
    ? accept({ type: 'RefundSettled', data: {} })
    : refuse('conflict')
}

/** What was paid, or is to be paid, for these tests: their share of the discount stays with the rest. */
function markRefund(booking: Booking, { packageIds }: Of<'markRefund'>): Decided {
  const missing = packageIds.filter((id) => !booking.refund?.packageIds.includes(id))
  if (missing.length === 0) return accept()
  const price = booking.lines
    .filter(({ packageId }) => missing.includes(packageId))
    .reduce((sum, line) => sum + line.price, 0)
  const left = booking.final - (booking.refund?.amount ?? 0)
  return accept({ type: 'RefundDue', data: { packageIds: missing, amount: Math.min(price, left) } })
}

type Price = { total: number; discount: number; final: number }

/**
 * All amounts in whole paise: total = sum of the lines, final = total − discount.
 * @returns undefined without lines, or if the discount is negative or above the total
 */
export function priceOf(lines: readonly OrderLine[], discount: number): Price | undefined {
  if (lines.length === 0) return undefined
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (discount < 0 || discount > total) return undefined
  return { total, discount, final: total - discount }
}
