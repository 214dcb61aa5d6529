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
  const at = event.at.toISOString()
  const actor = event.actor.split(':')[0] ?? 'system'
  const timeline = summary?.timeline ?? []
  return {
    ...state,
    createdAt: summary?.createdAt ?? at,
    assignedAt: event.type === 'LabAssigned' ? at : (summary?.assignedAt ?? null),
    position: event.position,
    timeline:
      state.status === summary?.status ? timeline : [...timeline, { status: state.status, at, actor }],
  }
}

/** The model of a booking's stream with the summary as state. */
export const bookingSummaryModel = {
  kind: 'booking',
  initial: undefined as BookingSummary | undefined,
  evolve: summarise,
} as const
