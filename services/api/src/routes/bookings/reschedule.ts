import type { BookingSummary } from '@jaanch/contracts/booking'
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
import { isPlaceLost } from '@jaanch/storage/place-changes'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { serve } from '../../http/serve.ts'
import { areaOfBooking } from '../../places/area.ts'
import { giveUpPlace, type TakenPlace, takePlace, type WantedVisit } from '../../places/take-place.ts'
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'
import type { BookingRow } from './booking-details.ts'
import { bookings, findBooking, viewBooking } from './command-booking.ts'
import { loadVisit } from './load-visit.ts'

type Body = BodyOf<typeof scheduleRoutes.rescheduleBooking>
type MoveRequest = { bookingId: string; appendId: string; body: Body; caller: Caller; requestId: string }

/** The bookings that a request moves, as they were when the place for them was looked for. */
type Visit = { members: readonly BookingSummary[]; isAlone: boolean }

/** Meanwhile a person joined or left the visit, or it has another lab: what was decided about its place is void. */
class VisitChangedError extends Error {
  override name = 'VisitChangedError'
}

/** Moves visits to other times, with their places: the freed place is free in the transaction that says that it moved. */
export function registerReschedule(app: FastifyInstance, context: Context): void {
  const route = scheduleRoutes.rescheduleBooking
  serve(app, context, route, async (call) => {
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
      return viewBooking(context, booking)
    }
    await beforeAppend()
    const wanted = await wantedVisit(context, visit, request)
    const found = await takePlace(context, wanted, [
      request.appendId,
      String(attempt),
      wanted.labPartnerId ?? '',
    ])
    if (found === 'full') throw new AppError('slot-full')
    const taken = found === 'open' ? null : found
    let isUsed = false
    try {
      const { moved, isDuplicate } = await record(context, request, visit, taken)
      isUsed = !isDuplicate
      return await viewBooking(context, moved)
    } catch (error) {
      const isLost = isPlaceLost(error)
      if (isLost) lost += 1
      if (lost > maxLost) throw new AppError('slot-full')
      if (!isLost && !(error instanceof VisitChangedError)) throw error
      if (attempt === maxAttempts) throw new AppError('conflict')
    } finally {
      if (taken?.isOurs && !isUsed) await giveUpPlace(context, wanted, taken)
    }
  }
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
  taken: TakenPlace | null,
): Promise<{ moved: BookingSummary; isDuplicate: boolean }> {
  const { appender, logDb: pool } = context
  const { members, isAlone } = visit
  const [{ bookingId, visitId }] = members as [BookingSummary]
  const from = visitId ?? bookingId
  const row: BookingRow = {
    place: {
      do: 'move',
      from,
      to: isAlone ? bookingId : from,
      bookings: members.length,
      hold: taken?.hold ?? null,
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
  const { refused, states, isDuplicate } = await bookings.handleTogether(
    { appender, pool },
    targets,
    (state, index) => {
      if (!state || hasChanged(members[index], state)) throw new VisitChangedError()
      return decide(context, request, visit, taken, state)
    },
  )
  const [moved] = states
  if (refused || !moved) throw new AppError(refused ?? 'not-found')
  return { moved, isDuplicate }
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
    before?.labPartnerId !== after.labPartnerId ||
    (before?.status === 'cancelled') !== (after.status === 'cancelled')
  )
}

function decide(
  { now }: Context,
  { body, caller }: MoveRequest,
  { isAlone }: Visit,
  taken: TakenPlace | null,
  booking: BookingSummary,
): Decision<BookingEvent> {
  const command: BookingCommand = {
    type: 'reschedule',
    by: caller.role === 'admin' ? 'admin' : 'customer',
    scheduledDate: body.scheduledDate,
    scheduledTime: body.scheduledTime,
    visitId: isAlone ? null : booking.visitId,
    place: taken?.place ?? null,
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
