import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { Append } from '@jaanch/eventlog/append'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import type { Queryable } from '@jaanch/eventlog/read'
import type { LogAccess, Stream } from '@jaanch/eventlog/stream'
import type pg from 'pg'
import type { BookingSummary, Place } from '../booking.ts'
import type { BookingLog } from '../command-booking.ts'
import { bookingSummaryModel } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import { makesVisit, maySeeBooking } from '../policies.ts'
import { decideVisit, type VisitCommand } from './decide.ts'
import { isSamePlace } from './place-change.ts'
import { isAwaited, type Visit } from './visit.ts'
import { isLabSuspended, isPlaceLost, type VisitRow } from './visit-rows.ts'

/** The streams of bookings, with the summary as state. */
export const bookings = commandHandler(bookingSummaryModel)

type BookingStream = Stream<'booking', BookingSummary | undefined>

/** A visit, folded from the streams of its bookings. */
export type LoadedVisit = Visit<BookingSummary> & {
  /** By the ids of the bookings */
  readonly histories: ReadonlyMap<string, readonly Recorded<BookingEvent>[]>
}

/** @returns the visit that these streams are, all of them, by one of its bookings; without bookings if there is none */
export function visitOf(bookingId: string, streams: readonly BookingStream[]): LoadedVisit {
  return {
    visitId: streams.find(({ id }) => id === bookingId)?.state?.visitId ?? bookingId,
    bookings: streams.flatMap(({ state }) => state ?? []),
    histories: new Map(streams.map(({ id, history }) => [id, history])),
  }
}

/**
 * The streams of a booking's visit, always in the same order. Whoever was moved alone has another visit than in the details, and is not
 * among them.
 */
async function readVisitStreams(db: Queryable, bookingId: string): Promise<BookingStream[]> {
  const named = await bookings.read(db, bookingId)
  const visitId = named.state?.visitId
  if (visitId === undefined || visitId === bookingId) return [named]
  const { rows } = await db.query<{ id: string }>({
    name: 'visit-members',
    text: 'select booking_id as id from booking_details where visit_id = $1 or booking_id = $2 order by booking_id',
    values: [visitId, bookingId],
  })
  const streams = await Promise.all(rows.map(({ id }) => (id === bookingId ? named : bookings.read(db, id))))
  return streams.filter(({ state }) => state?.visitId === visitId)
}

/** @returns the visit of a booking, without bookings if there is none */
export async function loadVisit(db: Queryable, bookingId: string): Promise<LoadedVisit> {
  return visitOf(bookingId, await readVisitStreams(db, bookingId))
}

/** The PIN code of a booking's address, and the bookings that were placed together with it. */
export type PlacedTogether = { pincode: string | null; ids: readonly string[] }

/** @returns in the order of the bookings; the booking alone where nothing is stored of it */
export async function readPlacedTogether(
  pool: pg.Pool,
  bookingIds: readonly string[],
): Promise<PlacedTogether[]> {
  const { rows } = await pool.query<PlacedTogether & { id: string }>({
    name: 'visit-rows',
    text: `select d.booking_id as id, d.address ->> 'pincode' as pincode,
                  case when d.visit_id is null then array[d.booking_id]
                       else array(select m.booking_id from booking_details m where m.visit_id = d.visit_id order by m.booking_id)
                   end as ids
             from booking_details d where d.booking_id = any($1::uuid[])`,
    values: [bookingIds],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  return bookingIds.map((id) => found.get(id) ?? { pincode: null, ids: [id] })
}

/** @returns the visits of bookings that were placed together: several if a person was moved alone */
export async function loadVisits(db: Queryable, ids: readonly string[]): Promise<LoadedVisit[]> {
  const streams = await Promise.all(ids.map((id) => bookings.read(db, id)))
  const there = streams.filter(({ state }) => state !== undefined)
  const visits = Map.groupBy(there, ({ state }) => state?.visitId)
  return [...visits.values()].map((members) => visitOf(members[0]?.id ?? '', members))
}

/** Whether the visit has this place already, so that it is counted. */
export function hasPlace({ bookings: members }: Visit, place: Place): boolean {
  return isSamePlace(members.find(isAwaited)?.place ?? null, place)
}

type VisitTarget = {
  /** The booking that the caller names: the command is for its visit */
  bookingId: string
  /** The bookings of a visit that the command makes; nothing is read of them before they are there */
  newIds?: readonly string[]
  /** The bookings that the command is decided on, where they are not those of one visit */
  ids?: readonly string[]
  /** The origin of the append to a booking; the append ids make the command one, as of `handleTogether` */
  originOf: (
    bookingId: string,
    history: readonly Recorded<BookingEvent>[],
  ) => Pick<Append, 'actor' | 'correlationId' | 'causationId'> & { appendId: string }
  /** As of `handleTogether` */
  beforeAppend?: (() => Promise<unknown>) | undefined
  /** Whether the command is chosen again after this error, for example because its place was lost */
  isVoid?: (error: unknown) => boolean
}

/** A command that was chosen for a visit as it is. `rows`: what is stored with the events, by booking */
export type Choice =
  | { refused: ErrorCode }
  | { command: VisitCommand | { refused: ErrorCode }; rows?: ReadonlyMap<string, VisitRow> | undefined }

type CommandedVisit = {
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
 * @param choose the command for the visit as it is: called again whenever the visit has changed meanwhile
 * @throws VersionConflictError when others were faster each time; LogUnavailableError; what `choose` throws
 */
export async function commandVisit(
  log: LogAccess,
  { bookingId, newIds, ids: named, originOf, beforeAppend, isVoid }: VisitTarget,
  choose: (visit: LoadedVisit) => Choice | Promise<Choice>,
  now: () => Date,
): Promise<CommandedVisit> {
  async function decide(streams: readonly BookingStream[]) {
    const visit = visitOf(bookingId, streams)
    const choice = await choose(visit)
    if ('refused' in choice) return choice
    const { command, rows } = choice
    if ('refused' in command) return command
    const decision = decideVisit(visit, command, now())
    if ('refused' in decision) return decision
    const { events, places } = decision
    const [first] = events.keys()
    const [lab] = command.each.flatMap(([, own]) => (own.type === 'assignLab' ? own.labPartnerId : []))
    const ofVisit = {
      ...(places.length > 0 && { places }),
      ...(lab && { lab }),
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
          newIds || named
            ? Promise.all((newIds ?? named ?? []).map((id) => bookings.read(log.pool, id)))
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

/** A request for the visit of a booking. */
export type VisitRequest = {
  bookingId: string
  /** The id of the named booking's append; those of the others follow from it */
  appendId: string
  /** The append ids of all, if they are others */
  appendIdOf?: (bookingId: string) => string
  caller: Caller
  requestId: string
  /** The caller sees the booking no longer, once the command is done */
  isGivenUp?: boolean
} & Pick<VisitTarget, 'beforeAppend' | 'isVoid'>

type NamedVisit = LoadedVisit & { named: BookingSummary }

/**
 * Gives a command to the visit of a booking that the caller may see.
 * @returns the booking after the command, and the refusal if there was one
 * @throws AppError not-found; as `commandVisit`
 */
export async function commandVisitAs(
  { appender, logDb: pool, now }: BookingLog,
  request: VisitRequest,
  choose: (visit: NamedVisit) => Choice | Promise<Choice>,
): Promise<{
  booking: BookingSummary
  /** Those of the visit that the caller may see */
  bookings: readonly BookingSummary[]
  refused: ErrorCode | undefined
  isNew: boolean
}> {
  const { bookingId, appendId, caller, requestId: correlationId, beforeAppend, isVoid } = request
  const ids = request.appendIdOf ?? ((id) => (id === bookingId ? appendId : appendIdOf(appendId, id)))
  const { booking, bookings, refused, isNew } = await commandVisit(
    { appender, pool },
    {
      bookingId,
      originOf: (id) => ({ appendId: ids(id), actor: actorOf(caller), correlationId }),
      beforeAppend,
      ...(isVoid && { isVoid }),
    },
    (visit) => {
      const named = visit.bookings.find((member) => member.bookingId === bookingId)
      const history = visit.histories.get(bookingId) ?? []
      if (!named || !maySeeBooking(caller, named) || !makesVisit(caller, history))
        throw new AppError('not-found')
      return choose({ ...visit, named })
    },
    now,
  )
  // a repeated request is not decided again: meanwhile, the booking may belong to another lab
  if (!booking || !(request.isGivenUp || maySeeBooking(caller, booking))) throw new AppError('not-found')
  const { visitId } = booking
  const isSeen = (each: BookingSummary) => request.isGivenUp || maySeeBooking(caller, each)
  const seen = bookings.filter((each) => each.visitId === visitId && isSeen(each))
  return { booking, bookings: seen, refused, isNew }
}

/** @returns the visit of a booking, which is its first. @throws AppError not-found, also if the caller may not see it */
export async function findVisitOf(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  caller: Caller,
): Promise<[BookingSummary, ...BookingSummary[]]> {
  const { bookings } = await loadVisit(logDb, bookingId)
  const named = bookings.find((booking) => booking.bookingId === bookingId)
  if (!named || !maySeeBooking(caller, named)) throw new AppError('not-found')
  return [named, ...bookings.filter((booking) => booking !== named)]
}
