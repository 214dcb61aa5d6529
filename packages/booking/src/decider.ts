/** The decider of a booking and its summary, made of all facets. */
import type { CustodyCommand } from '@jaanch/collection/custody/commands'
import { custody } from '@jaanch/collection/custody/facet'
import { type RecollectionCommand, recollection } from '@jaanch/collection/recollections/recollection'
import {
  accept,
  CorruptStreamError,
  type Decider,
  type Decision,
  outOfPlace,
  refuse,
} from '@jaanch/contracts/decider'
import type { Recorded } from '@jaanch/eventlog/events'
import { type CriticalCommand, critical } from '@jaanch/report/critical/critical-call'
import { type ReportCommand, report } from '@jaanch/report/report'
import { type AssignmentCommand, assignment } from './assignment/assignment.ts'
import type { Booking, BookingSummary } from './booking.ts'
import type { BookingEvent } from './events.ts'
import type { Facet } from './facet.ts'
import { type MessageCommand, message } from './messages/message.ts'
import { type OrderCommand, order } from './order.ts'
import { type PaymentCommand, payment } from './payment.ts'
import { type ProgressCommand, progress } from './progress.ts'
import { type ReviewCommand, review } from './review.ts'
import { type ScheduleCommand, schedule } from './visit/schedule.ts'

/** The API's policy decides who may send a command, except where the rule itself depends on the sender. */
export type BookingCommand =
  | OrderCommand
  | AssignmentCommand
  | ScheduleCommand
  | ProgressCommand
  | PaymentCommand
  | ReviewCommand
  | MessageCommand
  | CustodyCommand
  | RecollectionCommand
  | ReportCommand
  | CriticalCommand

type Whole = Required<Facet<BookingCommand, BookingEvent>>

/** `transitions.test.ts` has every status × every command. */
export const transitions: Whole['transitions'] = {
  ...order.transitions,
  ...assignment.transitions,
  ...schedule.transitions,
  ...progress.transitions,
  ...payment.transitions,
  ...review.transitions,
  ...message.transitions,
  ...custody.transitions,
  ...recollection.transitions,
  ...report.transitions,
  ...critical.transitions,
}

const decisions: Whole['decisions'] = {
  ...order.decisions,
  ...assignment.decisions,
  ...schedule.decisions,
  ...progress.decisions,
  ...payment.decisions,
  ...review.decisions,
  ...message.decisions,
  ...custody.decisions,
  ...recollection.decisions,
  ...report.decisions,
  ...critical.decisions,
}

const changes: Whole['evolve'] = {
  ...order.evolve,
  ...assignment.evolve,
  ...schedule.evolve,
  ...progress.evolve,
  ...payment.evolve,
  ...review.evolve,
  ...message.evolve,
  ...custody.evolve,
  ...recollection.evolve,
  ...report.evolve,
  ...critical.evolve,
}

const summaries: Whole['summarise'] = {
  ...assignment.summarise,
  ...schedule.summarise,
  ...payment.summarise,
  ...report.summarise,
}

export type BookingState = { status: 'none' } | Booking

export const noBooking: BookingState = { status: 'none' }

export const bookingDecider: Decider<BookingState, BookingCommand, BookingEvent, 'booking'> = {
  kind: 'booking',
  initial: noBooking,
  decide,
  evolve,
}

/** The table of transitions checks the status; the function of the command checks everything else. */
function decide(state: BookingState, command: BookingCommand, now: Date): Decision<BookingEvent> {
  const verdict = transitions[command.type][state.status]
  if (verdict === 'done') return accept()
  if (verdict !== 'go') return refuse(verdict)
  const own = decisions[command.type] as (
    booking: Booking,
    command: BookingCommand,
    now: Date,
  ) => Decision<BookingEvent>
  // where there is no booking yet, the table allows only the commands that make one, whose functions read no state
  return own(state as Booking, command, now)
}

/** The events that begin a stream */
const openings: ReadonlySet<BookingEvent['type']> = new Set([
  'BookingPlaced',
  'OrderProposed',
  'RecollectionProposed',
])

/** Applies an event without checking rules. @throws CorruptStreamError if the event cannot follow the state */
function evolve(state: BookingState, event: BookingEvent): BookingState {
  if ((state.status === 'none') !== openings.has(event.type)) return outOfPlace(event, state.status)
  const change = changes[event.type] as ((booking: Booking, data: unknown) => Partial<Booking>) | undefined
  if (!change) throw new CorruptStreamError(`A booking knows no event ${event.type}`)
  return { ...(state as Booking), ...change(state as Booking, event.data) }
}

/** @param summary after the preceding events; undefined before the first */
export function summarise(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary {
  const state = evolve(summary ?? noBooking, event) as Booking
  const before = summary ?? { ...state, ...firstOf(event) }
  const own = summaries[event.type] as
    | ((before: BookingSummary, event: Recorded<BookingEvent>) => Partial<BookingSummary>)
    | undefined
  return {
    ...before,
    ...state,
    ...own?.(before, event),
    position: event.position,
    timeline: timelineAfter(before, state.status, event),
  }
}

/** The fields that the summary of a new booking has besides its state */
function firstOf({ at, position }: Recorded<BookingEvent>): Omit<BookingSummary, keyof Booking> {
  return {
    createdAt: at.toISOString(),
    assignedAt: null,
    reportReleasedAt: null,
    payment: null,
    declines: [],
    moves: [],
    timeline: [],
    position,
  }
}

function timelineAfter(
  { timeline, status: before }: BookingSummary,
  status: BookingSummary['status'],
  { at, actor }: Recorded,
): BookingSummary['timeline'] {
  if (timeline.length > 0 && before === status) return timeline
  return [...timeline, { status, at: at.toISOString(), actor: actor.split(':')[0] ?? 'system' }]
}

/**
 * @param history of a booking's stream
 * @param position of the last event that counts; default: the last one
 * @returns undefined before its first event
 */
export function summaryAt(
  history: readonly Recorded<BookingEvent>[],
  position = Number.POSITIVE_INFINITY,
): BookingSummary | undefined {
  return history
    .filter((event) => event.position <= position)
    .reduce<BookingSummary | undefined>(summarise, undefined)
}

/** The model of a booking's stream with the summary as state. */
export const bookingSummaryModel = {
  kind: 'booking',
  initial: undefined as BookingSummary | undefined,
  evolve: summarise,
} as const
