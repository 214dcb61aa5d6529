import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { CorruptStreamError } from '../decider.ts'
import { bookingDecider } from './decider.ts'
import { type Booking, noBooking } from './state.ts'

/** What readers are shown of a booking: its state, when it reached each status, and how recent that is. */
export type BookingSummary = Booking & {
  /** ISO instant */
  createdAt: string
  /** ISO instant at which the booking was given to the lab that has it; null while none has */
  assignedAt: string | null
  /** Place in the log of the booking's last event */
  position: number
  /** Oldest first; `actor` is the role that moved it (customer, lab-partner, admin, system) */
  timeline: { status: BookingStatus; at: string; actor: string }[]
}

/** @param summary of the events before this one; undefined before the first */
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

/** A booking's stream as its summary: undefined before the first event. */
export const bookingSummaryModel = {
  kind: 'booking',
  initial: undefined as BookingSummary | undefined,
  evolve: summarise,
} as const
