import type { Decision, Verdict } from '@jaanch/contracts/decider'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import type { Booking, BookingSummary } from './booking.ts'

type Typed<Message, Type> = Extract<Message, { type: Type }>

/** A field of the summary that is not part of the state: it follows from when an event was recorded, or by whom */
type Followed = Omit<BookingSummary, keyof Booking>

/**
 * One part of a booking and its share of the stream: `bookingDecider` is made of all facets.
 * @template Output the events that its commands record, also those of other facets
 */
export type Facet<Command extends { type: string }, Event extends { type: string }, Output = Event> = {
  /** The verdict of each status on each command */
  readonly transitions: { readonly [Type in Command['type']]: Row }
  /** Decide on a command that the status allows. Pure: the same for the same booking, command and instant */
  readonly decisions: {
    readonly [Type in Command['type']]: (
      booking: Booking,
      command: Typed<Command, Type>,
      now: Date,
    ) => Decision<Output>
  }
  /** The changes of the state by each event; no rule is checked */
  readonly evolve: {
    readonly [Type in Event['type']]: (booking: Booking, data: DataOf<Event, Type>) => Partial<Booking>
  }
  /** The changes of the summary besides the state. @param before the summary before the event */
  readonly summarise?: {
    readonly [Type in Event['type']]?: (
      before: BookingSummary,
      event: Typed<Event, Type> & Pick<Recorded, 'at' | 'actor'>,
    ) => Partial<Followed>
  }
}

export type DataOf<Event, Type> = Typed<Event, Type> extends { data: infer Data } ? Data : never

/** `none`: there is no booking yet */
export type Row = Readonly<Record<'none' | BookingStatus, Verdict>>

/** The statuses whose names are long, by the names that the rows use */
export const proposed = 'pending_customer_confirmation'
export const collecting = 'sample-collection'
export const processing = 'lab-processing'

/** The verdicts of a booking that has ended */
export const over = { completed: 'already-completed', cancelled: 'already-cancelled' } as const

/** These statuses allow the command. @param otherwise what the others say */
export function only(
  statuses: readonly BookingStatus[],
  otherwise: Verdict,
  except: Partial<Record<BookingStatus, Verdict>> = {},
): Row {
  const verdicts = bookingStatuses.map((status) => [status, statuses.includes(status) ? 'go' : otherwise])
  return { none: 'not-found', ...Object.fromEntries(verdicts), ...except }
}

/** The command makes a booking. @param otherwise the verdict where there is one already */
export function creates(otherwise: Verdict): Row {
  return { ...only([], otherwise), none: 'go' }
}

/** Every booking allows the command, except in these statuses. */
export function allowed(except: Partial<Record<BookingStatus, Verdict>> = {}): Row {
  return only(bookingStatuses, 'go', except)
}
