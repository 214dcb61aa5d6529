import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { CorruptStreamError } from '../decider.ts'
import { bookingDecider } from './decider.ts'
import { type Booking, noBooking } from './state.ts'

/** A booking as its readers see it: the state, when each status was reached, and the position of the last event. */
export type BookingSummary = Booking & {
  /** ISO instant */
  createdAt: string
  /** ISO instant of the assignment to the present lab; null without a lab */
  assignedAt: string | null
  /** Position of the booking's last event */
  position: number
  /** Oldest first; `actor` is the role that changed the status (customer, lab-partner, admin, system) */
  timeline: { status: BookingStatus; at: string; actor: string }[]
}

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
