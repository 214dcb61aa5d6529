import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { CorruptStreamError } from '../decider.ts'
import { bookingDecider } from './decider.ts'
import { noBooking } from './state.ts'

/** @param summary after the preceding events; undefined before the first */
export function summarise(
  summary: BookingSummary | undefined,
  event: Recorded<BookingEvent>,
): BookingSummary {
  const state = bookingDecider.evolve(summary ?? noBooking, event)
  if (state.status === 'none') throw new CorruptStreamError(`${event.type} left no booking`)
  return {
    ...state,
    createdAt: summary?.createdAt ?? event.at.toISOString(),
    assignedAt: event.type === 'LabAssigned' ? event.at.toISOString() : (summary?.assignedAt ?? null),
    reportReleasedAt:
      event.type === 'ReportReleased' ? event.at.toISOString() : (summary?.reportReleasedAt ?? null),
    position: event.position,
    moves: movesAfter(summary, event),
    timeline: timelineAfter(summary, state.status, event),
  }
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
