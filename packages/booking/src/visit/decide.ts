import { fold, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { Booking, Place } from '../booking.ts'
import type { BookingCommand } from '../commands.ts'
import { bookingDecider } from '../decide.ts'
import type { BookingEvent } from '../events.ts'
import { type BookingState, noBooking } from '../evolve.ts'
import type { VisitCommand } from './commands.ts'
import { type Claim, type PlaceChange, placeChanges } from './place-change.ts'
import { isAwaited, isCancelled, isOpen, isUnpaid, type Visit } from './visit.ts'

export type VisitDecision =
  | { refused: ErrorCode }
  | {
      /** By the ids of the bookings: only of those to which something happens */
      events: ReadonlyMap<string, readonly BookingEvent[]>
      /** What visits take from now on: of this one, and of a person who leaves it */
      places: readonly PlaceChange[]
    }

type Of<Type extends VisitCommand['type']> = Extract<VisitCommand, { type: Type }>
/** What each booking is told, and by what right the visit takes the place that is in it */
type Told = { each: readonly (readonly [string, BookingCommand])[]; claim: Claim }

const keep: Claim = { by: 'keep' }

/**
 * Decides on a visit as a whole: each booking is decided on by itself, in the order of the commands, and the first refusal refuses all.
 * @param visit without bookings for a new one
 */
export function decideVisit(visit: Visit, command: VisitCommand, now: Date): VisitDecision {
  const told = tell(visit, command)
  if ('refused' in told) return told
  const states = new Map<string, BookingState>(visit.bookings.map((booking) => [booking.bookingId, booking]))
  const events = new Map<string, readonly BookingEvent[]>()
  for (const [index, [id, own]] of told.each.entries()) {
    const state = states.get(id) ?? noBooking
    const decision = bookingDecider.decide(state, own, now)
    if ('refused' in decision) return refuse(refusalOf(command, decision.refused, index > 0))
    if (decision.events.length === 0) continue
    events.set(id, [...(events.get(id) ?? []), ...decision.events])
    states.set(id, fold({ ...bookingDecider, initial: state }, decision.events))
  }
  if (events.size === 0) return { events, places: [] }
  const after = [...states.values()].filter((state): state is Booking => state.status !== 'none')
  return { events, places: placeChanges(visit.bookings, after, told.claim, now) }
}

function tell(visit: Visit, command: VisitCommand): Told | { refused: ErrorCode } {
  switch (command.type) {
    case 'place': {
      const place = command.taken?.place ?? null
      return {
        each: command.bookings.map((details) => [
          details.bookingId,
          { type: 'place', details: { ...details, place } },
        ]),
        claim: { by: 'hold', taken: command.taken },
      }
    }
    case 'propose': {
      const details = { ...command.details, place: command.taken?.place ?? null }
      return {
        each: [[details.bookingId, { type: 'propose', details }]],
        claim: { by: 'hold', taken: command.taken },
      }
    }
    case 'recollect':
      return recollect(command)
    case 'confirm':
      return confirm(command)
    case 'assign':
      return assign(visit, command)
    case 'decline':
      return decline(visit, command)
    case 'escalate': {
      const { labPartnerId, step } = command
      const awaited = visit.bookings.filter(isAwaited)
      const each = awaited.map(
        ({ bookingId }) => [bookingId, { type: 'escalate', labPartnerId, step }] as const,
      )
      return { each, claim: keep }
    }
    case 'move':
      return move(visit, command)
    case 'each':
      return tellEach(visit, command)
  }
}

/** The new booking comes first: the place is its own. */
function recollect({ details, labPartnerId, place }: Of<'recollect'>): Told {
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
}

function confirm({ bookingId, proposedAt, time, taken }: Of<'confirm'>): Told {
  const own: BookingCommand = {
    type: 'confirmOrder',
    ...(proposedAt !== undefined && { proposedAt }),
    ...(time && { time }),
    ...(taken !== undefined && { place: taken?.place ?? null }),
  }
  return { each: [[bookingId, own]], claim: taken === undefined ? keep : { by: 'hold', taken } }
}

/** Once the collection of one person has begun, the visit and its place stay with that lab. */
function assign(
  { bookings }: Visit,
  { bookingId, labPartnerId, place, isForced, assignment }: Of<'assign'>,
): Told | { refused: ErrorCode } {
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
}

/** The booking that is named comes first: its own status says why it is refused, then that of the lab's others. */
function decline(
  { bookings }: Visit,
  { bookingId, labPartnerId, reason }: Of<'decline'>,
): Told | { refused: ErrorCode } {
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
}

/** The booking that is named comes first: of the others, whoever asks learns only that it has begun. */
function move(visit: Visit, command: Of<'move'>): Told | { refused: ErrorCode } {
  const { bookingId, isAlone, by, scheduledDate, scheduledTime, taken } = command
  const named = visit.bookings.find((booking) => booking.bookingId === bookingId)
  if (!named) return refuse('not-found')
  const others = visit.bookings.filter((booking) => booking !== named && !isCancelled(booking))
  const members = isAlone ? [named] : [named, ...others]
  const own = taken === undefined ? ownPlace(visit, command) : null
  const place = own ?? taken?.place ?? null
  return {
    each: members.map((member) => {
      const visitId = isAlone || member.visitId === member.bookingId ? null : member.visitId
      return [member.bookingId, { type: 'reschedule', by, scheduledDate, scheduledTime, visitId, place }]
    }),
    claim: own ? keep : { by: 'hold', taken: taken ?? null },
  }
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
  }: Pick<Of<'move'>, 'bookingId' | 'isAlone' | 'scheduledDate' | 'scheduledTime'>,
): Place | null {
  const named = bookings.find((booking) => booking.bookingId === bookingId)
  if (!named?.place || (isAlone && visitId !== bookingId)) return null
  const { place, labPartnerId } = named
  const isThere = place.date === scheduledDate && place.slot === slotNumber(scheduledTime)
  return isThere && (labPartnerId ?? place.labPartnerId) === place.labPartnerId ? place : null
}

function tellEach(visit: Visit, { of, command }: Of<'each'>): Told | { refused: ErrorCode } {
  const members = of === 'open' ? visit.bookings.filter(isOpen) : workedTogether(visit, of)
  if (members.length === 0) return refuse('wrong-status')
  return { each: members.map(({ bookingId }) => [bookingId, command]), claim: keep }
}

/** The named booking, alone or with those that its lab works on in the same press. Where there is none, its own state says why. */
function workedTogether(
  { bookings }: Visit,
  { bookingId, with: others }: Exclude<Of<'each'>['of'], 'open'>,
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

function refusalOf({ type }: VisitCommand, refused: ErrorCode, isOther: boolean): ErrorCode {
  return type === 'move' && isOther && refused === 'already-completed' ? 'visit-begun' : refused
}
