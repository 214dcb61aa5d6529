import { isDeepStrictEqual } from 'node:util'
import type { BookingSummary, Place } from '@jaanch/contracts/booking'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import type { Decision } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { readStreamOf } from '@jaanch/eventlog/read'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { isPlaceLost, keptFor } from '@jaanch/storage/place-changes'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { areaOfBooking } from '../../places/area.ts'
import { giveUpPlace, type TakenPlace, takePlace, type WantedVisit } from '../../places/take-place.ts'
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'
import type { BookingRow } from './booking-details.ts'
import { bookings, findBooking, viewBooking } from './command-booking.ts'
import { loadVisit } from './load-visit.ts'
import { countIfUnproven, withinUnprovenVisits } from './unproven-visits.ts'

type Body = BodyOf<typeof scheduleRoutes.rescheduleBooking>
type MoveRequest = { bookingId: string; appendId: string; body: Body; caller: Caller; requestId: string }

/** The bookings that a request moves, as they were when the place for them was looked for. */
type Visit = { members: readonly BookingSummary[]; isAlone: boolean }

/** What is recorded of the place: the one that was taken, or the visit's own, which it keeps */
type Goal = { place: Place | null; taken: TakenPlace | null }

/** Meanwhile a person joined or left the visit, or it has another lab or place: what was decided about its place is void. */
class VisitChangedError extends Error {
  override name = 'VisitChangedError'
}

/** Moves visits to other times, with their places: the freed place is free in the transaction that says that it moved. */
export function registerReschedule(app: FastifyInstance, context: Context): void {
  const route = scheduleRoutes.rescheduleBooking
  app.serve(route, async (call) => {
    await refuseBesideOlderRelease(context)
    const { params, body, caller, request } = call
    const { appendId, beforeAppend } = await identifyCommand(context.logDb, route, call)
    const move = { bookingId: params.id, appendId, body, caller, requestId: request.id }
    const booking = await findBooking(context, params.id, caller)
    if (await isRecorded(context, move)) return viewBooking(context, booking)
    return moveVisit(context, move, beforeAppend)
  })
}

/** An earlier request with the same key moved the booking. */
async function isRecorded({ logDb }: Context, { bookingId, appendId }: MoveRequest): Promise<boolean> {
  const id = appendIdOf(appendId, bookingId)
  return (await readStreamOf(logDb, 'booking', bookingId)).some((event) => event.appendId === id)
}

/** How often a visit is looked at anew when it changed, or its place was lost, meanwhile */
const maxAttempts = 3
/** A place that was lost is looked for once more */
const maxLost = 1

async function moveVisit(
  context: Context,
  request: MoveRequest,
  beforeAppend: () => Promise<void>,
): Promise<BookingView> {
  let lost = 0
  for (let attempt = 1; ; attempt += 1) {
    const visit = await readVisit(context, request)
    const decisions = visit.members.map((member) => decide(context, request, visit, null, member))
    for (const [index, decision] of decisions.entries()) {
      if ('refused' in decision) throw new AppError(refusalOf(decision.refused, index > 0))
    }
    const [booking] = visit.members as [BookingSummary]
    if (decisions.every((decision) => 'events' in decision && decision.events.length === 0)) {
      await giveUpHold(context, booking, request)
      return viewBooking(context, booking)
    }
    await beforeAppend()
    const wanted = await wantedVisit(context, visit, request)
    const own = lost === 0 ? ownPlace(visit, wanted) : null
    const ids = [request.appendId, String(attempt), wanted.labPartnerId ?? '']
    const found = own ? 'open' : await takePlace(context, wanted, ids)
    if (found === 'full') throw new AppError('slot-full')
    const taken = found === 'open' ? null : found
    let isUsed = false
    try {
      const { moved, isNew } = await record(context, request, visit, {
        place: own ?? taken?.place ?? null,
        taken,
      })
      isUsed = isNew
      await giveUpHold(context, booking, request)
      return await viewBooking(context, moved)
    } catch (error) {
      const isLost = isPlaceLost(error)
      if (isLost) lost += 1
      if (lost > maxLost) throw new AppError('slot-full')
      if (!isLost && !(error instanceof VisitChangedError)) throw error
      if (attempt === maxAttempts) throw new AppError('conflict')
      tryAgainInTime()
    } finally {
      if (taken?.isOurs && !isUsed) await giveUpPlace(context, wanted, taken)
    }
  }
}

/** A hold that the request names and did not book, because it was not needed. */
async function giveUpHold(context: Context, booking: BookingSummary, { body }: MoveRequest): Promise<void> {
  if (body.holdId) await giveUpPlace(context, booking, { hold: body.holdId })
}

/** The place that the visit has in the slot to which it is moved: an instant visit has no time, but a place. */
function ownPlace({ members, isAlone }: Visit, { labPartnerId, slots: [slot] }: WantedVisit): Place | null {
  const [{ place, visitId }] = members as [BookingSummary]
  if (!place || (isAlone && visitId !== null)) return null
  const isThere = place.date === slot?.date && place.slot === slot.slot
  return isThere && (labPartnerId ?? place.labPartnerId) === place.labPartnerId ? place : null
}

/** Of another person of the visit, whoever asks learns only that it has begun. */
function refusalOf(refused: ErrorCode, isOther: boolean): ErrorCode {
  return isOther && refused === 'already-completed' ? 'visit-begun' : refused
}

/** Records the move of all bookings of the visit, or of none. */
async function record(
  context: Context,
  request: MoveRequest,
  visit: Visit,
  { place, taken }: Goal,
): Promise<{ moved: BookingSummary; isNew: boolean }> {
  const { appender, logDb: pool } = context
  const { members, isAlone } = visit
  const [{ bookingId, visitId, status, labPartnerId, customerId }] = members as [BookingSummary]
  const { scheduledDate: date, scheduledTime } = request.body
  const from = visitId ?? bookingId
  // a person who leaves a visit is a visit more
  const unproven =
    isAlone && visitId !== null && request.caller.role === 'customer'
      ? await countIfUnproven(context, { customer: customerId, visit: bookingId, bookings: [bookingId] })
      : undefined
  const kept = keptFor({ ...request.body, status }, context.now())
  const row: BookingRow = {
    ...(unproven && { unproven }),
    place:
      place && !taken
        ? { do: 'keep', visit: from, ...kept }
        : {
            do: 'move',
            from,
            to: isAlone ? bookingId : from,
            bookings: members.length,
            hold: taken?.hold ?? null,
            ...(labPartnerId && { at: { labPartnerId, date, slot: slotNumber(scheduledTime) } }),
            ...kept,
          },
  }
  const targets = members.map((member, index) => ({
    id: member.bookingId,
    appendId: appendIdOf(request.appendId, member.bookingId),
    actor: actorOf(request.caller),
    correlationId: request.requestId,
    // the visit has one place
    ...(index === 0 && { row }),
  }))
  const { refused, states, isNew } = await withinUnprovenVisits(context, () =>
    bookings.handleTogether({ appender, pool }, targets, (state, index) => {
      if (!state || hasChanged(members[index], state)) throw new VisitChangedError()
      return decide(context, request, visit, place, state)
    }),
  )
  const [moved] = states
  if (refused || !moved) throw new AppError(refused ?? 'not-found')
  return { moved, isNew }
}

/**
 * @returns the booking first, then the others of its visit that were not cancelled. One whose collection has begun is among them:
 * then the visit can no longer be moved
 */
async function readVisit(context: Context, { bookingId, body, caller }: MoveRequest): Promise<Visit> {
  const booking = await findBooking(context, bookingId, caller)
  if (body.alone || booking.visitId === null) return { members: [booking], isAlone: true }
  const members = await loadVisit(context, booking)
  return {
    members: members.filter(({ status }, index) => index === 0 || status !== 'cancelled'),
    isAlone: false,
  }
}

function hasChanged(before: BookingSummary | undefined, after: BookingSummary): boolean {
  return (
    before?.visitId !== after.visitId ||
    !isDeepStrictEqual(before?.place, after.place) ||
    before?.labPartnerId !== after.labPartnerId ||
    (before?.status === 'cancelled') !== (after.status === 'cancelled')
  )
}

function decide(
  { now }: Context,
  { body, caller }: MoveRequest,
  { isAlone }: Visit,
  place: Place | null,
  booking: BookingSummary,
): Decision<BookingEvent> {
  const command: BookingCommand = {
    type: 'reschedule',
    by: caller.role === 'admin' ? 'admin' : 'customer',
    scheduledDate: body.scheduledDate,
    scheduledTime: body.scheduledTime,
    visitId: isAlone ? null : booking.visitId,
    place,
  }
  return bookingDecider.decide(booking, command, now())
}

async function wantedVisit(
  { logDb }: Context,
  { members }: Visit,
  { body }: MoveRequest,
): Promise<WantedVisit> {
  const [{ bookingId, customerId, labPartnerId }] = members as [BookingSummary]
  return {
    // '' is declared by no lab
    area: (await areaOfBooking(logDb, bookingId)) ?? { pincode: '', city: '' },
    customerId,
    labPartnerId,
    packageIds: members.flatMap(({ lines }) => lines.map(({ packageId }) => packageId)),
    slots: [{ date: body.scheduledDate, slot: slotNumber(body.scheduledTime) }],
    isInstant: false,
    holdId: body.holdId,
  }
}
