import type { RecollectionDetails } from '@jaanch/collection/recollections/recollection'
import { fold, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { type DeclineReason, type Escalation, slotNumber, type TimeSlot } from '@jaanch/contracts/vocabulary'
import type { Assignment, Booking, Place } from '../booking.ts'
import type { BookingCommand } from '../decider.ts'
import { type BookingState, bookingDecider, noBooking } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import type { ChosenTime, PlaceDetails, ProposeDetails } from '../order.ts'
import { type Claim, type PlaceChange, placeChanges, type Taken } from './place-change.ts'
import type { Mover } from './schedule.ts'
import { isAwaited, isCancelled, isOpen, isUnpaid, type Visit } from './visit.ts'

/** The commands on the bookings of a visit, in order, and the claim by which the visit takes the place that they name. */
export type VisitCommand = { each: readonly (readonly [bookingId: string, BookingCommand])[]; claim: Claim }

type Refusal = { refused: ErrorCode }

type VisitDecision =
  | Refusal
  | {
      /** By booking id; a booking to which nothing happens is missing */
      events: ReadonlyMap<string, readonly BookingEvent[]>
      /** The places that this visit, and a person who leaves it, take from now on */
      places: readonly PlaceChange[]
    }

/**
 * Decides on a visit as a whole: each booking is decided on by itself, in the order of the command, and the first refusal refuses all.
 * @param visit without bookings for a new one
 */
export function decideVisit(visit: Visit, command: VisitCommand | Refusal, now: Date): VisitDecision {
  if ('refused' in command) return command
  const states = new Map<string, BookingState>(visit.bookings.map((booking) => [booking.bookingId, booking]))
  const events = new Map<string, readonly BookingEvent[]>()
  for (const [index, [id, own]] of command.each.entries()) {
    const state = states.get(id) ?? noBooking
    const decision = bookingDecider.decide(state, own, now)
    if ('refused' in decision) return refuse(refusalOf(own, decision.refused, index > 0))
    if (decision.events.length === 0) continue
    events.set(id, [...(events.get(id) ?? []), ...decision.events])
    states.set(id, fold({ ...bookingDecider, initial: state }, decision.events))
  }
  if (events.size === 0) return { events, places: [] }
  const after = [...states.values()].filter((state): state is Booking => state.status !== 'none')
  return { events, places: placeChanges(visit.bookings, after, command.claim, now) }
}

/** A caller learns of the other bookings that are moved only that the visit has begun. */
function refusalOf({ type }: BookingCommand, refused: ErrorCode, isOther: boolean): ErrorCode {
  return type === 'reschedule' && isOther && refused === 'already-completed' ? 'visit-begun' : refused
}

const keep: Claim = { by: 'keep' }

/** Commands that change neither time nor lab: a booking decides on them alone. */
type OwnCommand = Exclude<
  BookingCommand,
  {
    type:
      | 'place'
      | 'propose'
      | 'proposeRecollection'
      | 'confirmOrder'
      | 'assignLab'
      | 'declineAssignment'
      | 'escalate'
      | 'reschedule'
  }
>

export type Move = {
  bookingId: string
  /** One person leaves the visit */
  isAlone: boolean
  by: Mover
  scheduledDate: string
  scheduledTime: TimeSlot
  /** Missing: with its own place, if it has one in that slot */
  taken?: Taken
}

/** The commands on a visit, each made of those on its bookings. `bookingId`: the booking that the caller names. */
export const visitCommands = {
  /** A new visit: a booking for each person */
  place({ bookings, taken }: { bookings: readonly PlaceDetails[]; taken: Taken }): VisitCommand {
    const place = taken?.place ?? null
    return {
      each: bookings.map((details) => [details.bookingId, { type: 'place', details: { ...details, place } }]),
      claim: { by: 'hold', taken },
    }
  },

  propose({ details, taken }: { details: ProposeDetails; taken: Taken }): VisitCommand {
    const own: BookingCommand = { type: 'propose', details: { ...details, place: taken?.place ?? null } }
    return { each: [[details.bookingId, own]], claim: { by: 'hold', taken } }
  },

  /**
   * A new booking for rejected tubes of another one, which is told of it. The new one comes first: the place is its own.
   * @param labPartnerId null: none
   * @param place of that lab, which must be free; null: it declared no limits
   */
  recollect({
    details,
    labPartnerId,
    place,
  }: {
    details: RecollectionDetails
    labPartnerId: string | null
    place: Place | null
  }): VisitCommand {
    const { bookingId, recollection, lines } = details
    const packageIds = lines.map(({ packageId }) => packageId)
    const assignment = { by: 'automatic' as const, reasons: [] }
    return {
      each: [
        [bookingId, { type: 'proposeRecollection', details: { ...details, place } }],
        ...(labPartnerId === null
          ? []
          : [[bookingId, { type: 'assignLab', labPartnerId, place, assignment }] as const]),
        [recollection.of, { type: 'offerRecollection', bookingId, packageIds }],
      ],
      claim: { by: 'choice', isForced: false },
    }
  },

  /** @param taken missing: with the place that it was proposed with. `proposedAt` and `time` as of `confirmOrder` */
  confirm({
    bookingId,
    proposedAt,
    time,
    taken,
  }: {
    bookingId: string
    proposedAt?: string | undefined
    time?: ChosenTime | undefined
    taken?: Taken
  }): VisitCommand {
    const own: BookingCommand = {
      type: 'confirmOrder',
      ...(proposedAt !== undefined && { proposedAt }),
      ...(time && { time }),
      ...(taken !== undefined && { place: taken?.place ?? null }),
    }
    return { each: [[bookingId, own]], claim: taken === undefined ? keep : { by: 'hold', taken } }
  },

  /**
   * Once the collection of one person has begun, the visit and its place stay with that lab.
   * @param place that it takes from now on, null for none
   * @param isForced also if it is not free: an admin's own choice
   */
  assign(
    {
      bookingId,
      labPartnerId,
      place,
      isForced,
      assignment,
    }: {
      bookingId: string
      labPartnerId: string
      place: Place | null
      isForced: boolean
      assignment?: Assignment
    },
    { bookings }: Visit,
  ): VisitCommand | Refusal {
    const awaited = bookings.filter(isAwaited)
    // where it is not awaited itself, its own status says why it is refused
    const members = awaited.some((booking) => booking.bookingId === bookingId)
      ? awaited
      : [{ bookingId, place }]
    const begun = bookings.find((booking) => !isAwaited(booking) && !isCancelled(booking))
    if (members === awaited && begun && begun.labPartnerId !== null && begun.labPartnerId !== labPartnerId)
      return refuse('collection-begun')
    const takesPlace = place !== null || awaited.some((booking) => booking.place !== null)
    const own: BookingCommand = {
      type: 'assignLab',
      labPartnerId,
      ...(takesPlace && { place }),
      ...(assignment && { assignment }),
    }
    return { each: members.map((member) => [member.bookingId, own]), claim: { by: 'choice', isForced } }
  },

  /**
   * Its lab gives back the whole visit, before the collection of anybody has begun. The booking that is named comes first: its own status
   * says why it is refused, then that of the lab's others.
   */
  decline(
    { bookingId, labPartnerId, reason }: { bookingId: string; labPartnerId: string; reason: DeclineReason },
    { bookings }: Visit,
  ): VisitCommand | Refusal {
    const others = bookings.filter(
      (booking) =>
        booking.bookingId !== bookingId && booking.labPartnerId === labPartnerId && !isCancelled(booking),
    )
    if (others.some((booking) => !isAwaited(booking))) return refuse('collection-begun')
    const own: BookingCommand = { type: 'declineAssignment', labPartnerId, reason }
    return {
      each: [bookingId, ...others.map((booking) => booking.bookingId)].map((id) => [id, own]),
      claim: keep,
    }
  },

  escalate(
    { labPartnerId, step }: { labPartnerId: string | null; step: Escalation },
    { bookings }: Visit,
  ): VisitCommand {
    const own: BookingCommand = { type: 'escalate', labPartnerId, step }
    return { each: bookings.filter(isAwaited).map(({ bookingId }) => [bookingId, own]), claim: keep }
  },

  /** The booking that is named comes first: of the others, whoever asks learns only that it has begun. */
  move(to: Move, visit: Visit): VisitCommand | Refusal {
    const { bookingId, isAlone, by, scheduledDate, scheduledTime, taken } = to
    const named = visit.bookings.find((booking) => booking.bookingId === bookingId)
    if (!named) return refuse('not-found')
    const others = visit.bookings.filter((booking) => booking !== named && !isCancelled(booking))
    const members = isAlone ? [named] : [named, ...others]
    const own = taken === undefined ? ownPlace(visit, to) : null
    const place = own ?? taken?.place ?? null
    return {
      each: members.map((member) => {
        const visitId = isAlone || member.visitId === member.bookingId ? null : member.visitId
        return [member.bookingId, { type: 'reschedule', by, scheduledDate, scheduledTime, visitId, place }]
      }),
      claim: own ? keep : { by: 'hold', taken: taken ?? null },
    }
  },

  /**
   * One booking, or several of the visit in one step: none if one of them refuses it.
   * @param of `with`: and those of the same lab that are in the same status, or that are not paid
   */
  each(
    {
      of,
      command,
    }: {
      of: { bookingId: string; with?: 'same-status' | 'unpaid' | undefined } | 'open'
      command: OwnCommand
    },
    { bookings }: Visit,
  ): VisitCommand | Refusal {
    const members = of === 'open' ? bookings.filter(isOpen) : workedTogether(bookings, of)
    if (members.length === 0) return refuse('wrong-status')
    return { each: members.map(({ bookingId }) => [bookingId, command]), claim: keep }
  },
}

/**
 * The place that a visit has in the slot to which it is moved: an instant visit has no time, but a place. Who leaves a visit leaves
 * its place.
 */
export function ownPlace(
  { visitId, bookings }: Visit,
  {
    bookingId,
    isAlone,
    scheduledDate,
    scheduledTime,
  }: Pick<Move, 'bookingId' | 'isAlone' | 'scheduledDate' | 'scheduledTime'>,
): Place | null {
  const named = bookings.find((booking) => booking.bookingId === bookingId)
  if (!named?.place || (isAlone && visitId !== bookingId)) return null
  const { place, labPartnerId } = named
  const isThere = place.date === scheduledDate && place.slot === slotNumber(scheduledTime)
  return isThere && (labPartnerId ?? place.labPartnerId) === place.labPartnerId ? place : null
}

/** The named booking, alone or with those that its lab works on in the same press. Where there is none, its own state says why. */
function workedTogether(
  bookings: readonly Booking[],
  { bookingId, with: others }: { bookingId: string; with?: 'same-status' | 'unpaid' | undefined },
): readonly { bookingId: string }[] {
  const named = bookings.find((booking) => booking.bookingId === bookingId)
  if (!named || !others) return [{ bookingId }]
  const together = bookings.filter(
    (booking) =>
      booking.labPartnerId === named.labPartnerId &&
      (others === 'same-status' ? booking.status === named.status : isUnpaid(booking)),
  )
  return together.length > 0 ? together : [named]
}
