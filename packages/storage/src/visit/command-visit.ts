import type { BookingSummary } from '@jaanch/contracts/booking'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { VisitCommand } from '@jaanch/domain/visit/commands'
import { decideVisit } from '@jaanch/domain/visit/decide'
import type { Append } from '@jaanch/eventlog/append'
import type { LogAccess } from '@jaanch/eventlog/command-handler'
import { type BookingStream, bookings, type LoadedVisit, readVisitStreams, visitOf } from './load-visit.ts'
import { isLabSuspended, isPlaceLost, type VisitRow } from './visit-rows.ts'

export type VisitTarget = {
  /** The booking that the caller names: the command is for its visit */
  bookingId: string
  /** The bookings of a visit that the command makes; nothing is read of them before they are there */
  newIds?: readonly string[]
  /** Who appends to a booking; the append ids make the command one, as of `TogetherTarget` */
  originOf: (
    bookingId: string,
    history: readonly Recorded<BookingEvent>[],
  ) => Pick<Append, 'actor' | 'correlationId' | 'causationId'> & { appendId: string }
  /** As of `TogetherTarget` */
  beforeAppend?: (() => Promise<unknown>) | undefined
  /** Whether the command is chosen again after this error, for example because its place was lost */
  isVoid?: (error: unknown) => boolean
}

/** A command that was chosen for a visit as it is. `rows`: what is stored with the events, by booking */
export type Choice =
  | { refused: ErrorCode }
  | { command: VisitCommand; rows?: ReadonlyMap<string, VisitRow> | undefined }

export type CommandedVisit = {
  /** Why nothing was recorded. slot-full: the place was lost; lab-not-approved: the lab was suspended meanwhile */
  refused: ErrorCode | undefined
  /** Those of the visit, and who left it with the command, after it */
  bookings: readonly BookingSummary[]
  /** The booking that was named; undefined if there is none */
  booking: BookingSummary | undefined
  /** Whether this call recorded events; false if it was refused, repeated, or had nothing to record */
  isNew: boolean
}

/**
 * The only way from a command to the events of a visit, with the place that it takes: both are recorded, or neither.
 * @param choose the command, or how it is chosen for the visit as it is: again whenever the visit has changed meanwhile
 * @throws VersionConflictError when others were faster each time; LogUnavailableError; what `choose` throws
 */
export async function commandVisit(
  log: LogAccess,
  { bookingId, newIds, originOf, beforeAppend, isVoid }: VisitTarget,
  choose: VisitCommand | ((visit: LoadedVisit) => Choice | Promise<Choice>),
  now: () => Date,
): Promise<CommandedVisit> {
  async function decide(streams: readonly BookingStream[]) {
    const visit = visitOf(bookingId, streams)
    const choice = typeof choose === 'function' ? await choose(visit) : { command: choose }
    if ('refused' in choice) return choice
    const { command, rows } = choice
    const decision = decideVisit(visit, command, now())
    if ('refused' in decision) return decision
    const { events, places } = decision
    const [first] = events.keys()
    const ofVisit = {
      ...(places.length > 0 && { places }),
      ...(command.type === 'assign' && { lab: command.labPartnerId }),
    }
    const rowOf = (id: string): VisitRow => ({ ...rows?.get(id), ...(id === first && ofVisit) })
    const ids = [...events.keys()].filter((id) => Object.keys(rowOf(id)).length > 0)
    return { events, rows: new Map(ids.map((id) => [id, rowOf(id)])) }
  }

  try {
    const { streams, refused, appended } = await bookings.handleTogether(
      log,
      {
        read: () =>
          newIds
            ? Promise.all(newIds.map((id) => bookings.read(log.pool, id)))
            : readVisitStreams(log.pool, bookingId),
        known: newIds?.map((id) => bookings.streamOf(id, [])),
        originOf: ({ id, history }) => originOf(id, history),
        beforeAppend,
        isVoid,
      },
      decide,
    )
    const booking = streams.find(({ id }) => id === bookingId)?.state
    const all = streams.flatMap(({ state }) => state ?? [])
    return { refused, bookings: all, booking, isNew: appended?.duplicate === false }
  } catch (error) {
    const refused = isPlaceLost(error) ? 'slot-full' : isLabSuspended(error) ? 'lab-not-approved' : undefined
    if (!refused) throw error
    const booking = await bookings.load(log.pool, bookingId)
    return { refused, bookings: [], booking, isNew: false }
  }
}
