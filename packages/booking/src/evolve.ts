import { evolveCustody } from '@jaanch/collection/custody/evolve'
import { isCustodyEvent } from '@jaanch/collection/events'
import { CorruptStreamError, outOfPlace, unknownEvent } from '@jaanch/contracts/decider'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import { isReportEvent } from '@jaanch/report/events'
import { evolveReport } from '@jaanch/report/report'
import type { Booking, BookingSummary, OrderedBooking } from './booking.ts'
import type { BookingEvent } from './events.ts'

export type BookingState = { status: 'none' } | Booking

export const noBooking: BookingState = { status: 'none' }

/** Applies an event without checking rules. @throws CorruptStreamError if the event cannot follow the state */
export function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    return opened(event.data, event.type === 'BookingPlaced' ? 'pending' : 'pending_customer_confirmation')
  }
  if (event.type === 'RecollectionProposed') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    const { recollection, ...data } = event.data
    // it costs nothing, so nobody has to pay
    return { ...opened(data, 'pending_customer_confirmation'), paymentStatus: 'paid', recollection }
  }
  if (state.status === 'none') return outOfPlace(event, state.status)
  if (isCustodyEvent(event)) return { ...state, custody: evolveCustody(state.custody, event) }
  if (isReportEvent(event)) return { ...state, ...evolveReport(state, event) }

  switch (event.type) {
    case 'OrderConfirmed':
      return confirmed(state, event.data)
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed', escalation: null }
    case 'OrderDeclined':
      return { ...state, status: 'cancelled', cancellationReason: 'customer-declined' }
    case 'BookingCancelled':
      return { ...state, status: 'cancelled', cancellationReason: event.data.reason }
    case 'LabAssigned':
      return assigned(state, event.data)
    case 'LabDeclined':
      return {
        ...state,
        labPartnerId: null,
        place: event.data.place,
        assignment: null,
        escalation: null,
        ...ofAnotherVisit(state),
      }
    case 'AssignmentEscalated':
      return { ...state, escalation: event.data.step }
    case 'BookingRescheduled':
      return moved(state, event.data)
    case 'BookingReviewed':
      return { ...state, review: { stars: event.data.stars, isHidden: false } }
    case 'ReviewModerated':
      return { ...state, review: state.review && { ...state.review, isHidden: event.data.isHidden } }
    case 'SampleCollectionStarted':
      return { ...state, status: 'sample-collection' }
    case 'LabProcessingStarted':
      return { ...state, status: 'lab-processing' }
    case 'BookingCompleted':
      return { ...state, status: 'completed' }
    case 'OrderCreated':
      return { ...state, orderNumber: event.data.orderNumber }
    case 'PaymentRecorded':
      return {
        ...state,
        paymentStatus: 'paid',
        paymentMethod: event.data.method,
        reportedPayment: null,
      }
    case 'PaymentReported':
      return { ...state, reportedPayment: event.data }
    case 'FastingReminderDue':
    case 'BookingMessaged':
    case 'RecollectionWithdrawn':
      return state
    case 'CollectorAssigned':
      return { ...state, collectorId: event.data.collectorId }
    case 'RecollectionOffered':
      return { ...state, recollections: [...state.recollections, event.data] }
    case 'TestsWithdrawn':
      return withoutTests(state, event.data.packageIds)
    case 'RefundDue':
      return { ...state, refund: refunded(state.refund, event.data) }
    case 'RefundSettled':
      return {
        ...state,
        refund: state.refund && { ...state.refund, settled: state.refund.amount, isSettled: true },
      }
    default:
      return unknownEvent(event)
  }
}

/** Another lab, or another time: who would have come does not, and what happened at the door counts no more. */
function ofAnotherVisit({ custody }: Booking): Pick<Booking, 'collectorId' | 'custody'> {
  return {
    collectorId: null,
    custody: custody && { ...custody, arrived: null, identity: null, outcome: null },
  }
}

function refunded(refund: Booking['refund'], { amount, packageIds }: DataOf<'RefundDue'>): Booking['refund'] {
  return {
    amount: (refund?.amount ?? 0) + amount,
    settled: refund?.settled ?? 0,
    packageIds: [...(refund?.packageIds ?? []), ...packageIds],
    isSettled: false,
  }
}

/** Its tubes serve the tests that are left. */
function withoutTests(booking: Booking, packageIds: readonly string[]): Booking {
  const { custody } = booking
  const isLeft = (id: string) => !packageIds.includes(id)
  const planned = (custody?.tubes ?? []).map((tube) => ({
    ...tube,
    packageIds: tube.packageIds.filter(isLeft),
  }))
  const tubes = planned.filter((tube) => tube.packageIds.length > 0)
  const withdrawn = planned.filter((tube) => tube.packageIds.length === 0)
  return {
    ...booking,
    lines: booking.lines.filter(({ packageId }) => isLeft(packageId)),
    custody: custody && { ...custody, tubes, withdrawn: [...custody.withdrawn, ...withdrawn] },
  }
}

type DataOf<Type extends BookingEvent['type']> = Extract<BookingEvent, { type: Type }>['data']

function confirmed(
  booking: Booking,
  { place, scheduledDate, scheduledTime }: DataOf<'OrderConfirmed'>,
): Booking {
  return {
    ...booking,
    ...(scheduledDate && scheduledTime && { scheduledDate, scheduledTime, collectionType: 'scheduled' }),
    status: 'confirmed',
    place: place === undefined ? booking.place : place,
  }
}

function assigned(booking: Booking, { labPartnerId, place, assignment }: DataOf<'LabAssigned'>): Booking {
  return {
    ...booking,
    labPartnerId,
    place: place === undefined ? booking.place : place,
    assignment: assignment ?? null,
    escalation: null,
    ...(booking.labPartnerId !== labPartnerId && ofAnotherVisit(booking)),
  }
}

function moved(booking: Booking, { by, ...data }: DataOf<'BookingRescheduled'>): Booking {
  const customerMoves = booking.customerMoves + (by === 'customer' ? 1 : 0)
  const visitId = data.visitId ?? booking.bookingId
  return {
    ...booking,
    ...data,
    visitId,
    collectionType: 'scheduled',
    customerMoves,
    ...ofAnotherVisit(booking),
  }
}

function opened(data: OrderedBooking, status: Booking['status']): Booking {
  return {
    ...data,
    visitId: data.visitId ?? data.bookingId,
    status,
    paymentStatus: 'pending',
    labPartnerId: null,
    orderNumber: null,
    report: null,
    draft: null,
    cancellationReason: null,
    customerMoves: 0,
    assignment: null,
    escalation: null,
    review: null,
    recollection: null,
    collectorId: null,
    custody: null,
    recollections: [],
    refund: null,
    reportedPayment: null,
  }
}

/** @param summary after the preceding events; undefined before the first */
export function summarise(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary {
  const state = evolve(summary ?? noBooking, event)
  if (state.status === 'none') throw new CorruptStreamError(`${event.type} left no booking`)
  return {
    ...state,
    createdAt: summary?.createdAt ?? event.at.toISOString(),
    assignedAt: assignedAtAfter(summary, event),
    reportReleasedAt:
      event.type === 'ReportReleased' ? event.at.toISOString() : (summary?.reportReleasedAt ?? null),
    payment: paymentAfter(summary, event),
    position: event.position,
    declines: declinesAfter(summary, event),
    moves: movesAfter(summary, event),
    timeline: timelineAfter(summary, state.status, event),
  }
}

function assignedAtAfter(
  summary: BookingSummary | undefined,
  { type, at }: Recorded<BookingEvent>,
): BookingSummary['assignedAt'] {
  if (type === 'LabAssigned') return at.toISOString()
  return type === 'LabDeclined' ? null : (summary?.assignedAt ?? null)
}

function paymentAfter(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary['payment'] {
  if (event.type !== 'PaymentRecorded') return summary?.payment ?? null
  const { method, amount, takenBy } = event.data
  return { at: event.at.toISOString(), by: takenBy ?? userOf(event.actor), method, amount }
}

/** @param actor `lab-partner:<user id>` */
function userOf(actor: string): string | null {
  const [, id] = actor.split(':')
  return id && /^[\da-f-]{36}$/.test(id) ? id : null
}

/** The last twenty */
const keptDeclines = 20

function declinesAfter(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary['declines'] {
  const declines = summary?.declines ?? []
  if (event.type !== 'LabDeclined') return declines
  const { labPartnerId, reason } = event.data
  return [...declines, { labPartnerId, at: event.at.toISOString(), reason }].slice(-keptDeclines)
}

/** The last twenty: admins can move a visit any number of times. */
const keptMoves = 20

function movesAfter(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary['moves'] {
  const moves = summary?.moves ?? []
  if (event.type !== 'BookingRescheduled' || !summary) return moves
  const move = {
    at: event.at.toISOString(),
    actor: event.data.by,
    fromDate: summary.scheduledDate,
    fromTime: summary.scheduledTime,
    toDate: event.data.scheduledDate,
    toTime: event.data.scheduledTime,
  }
  return [...moves, move].slice(-keptMoves)
}

function timelineAfter(
  summary: BookingSummary | undefined,
  status: BookingSummary['status'],
  { at, actor }: Recorded,
): BookingSummary['timeline'] {
  if (summary?.status === status) return summary.timeline
  const step = { status, at: at.toISOString(), actor: actor.split(':')[0] ?? 'system' }
  return [...(summary?.timeline ?? []), step]
}

/** The model of a booking's stream with the summary as state. */
export const bookingSummaryModel = {
  kind: 'booking',
  initial: undefined as BookingSummary | undefined,
  evolve: summarise,
} as const
