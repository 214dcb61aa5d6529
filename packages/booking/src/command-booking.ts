import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { accept, refuse } from '@jaanch/contracts/decider'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type { Appended } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import type { CommandTarget } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events'
import { type CommandIdentity, identifyCommand } from '@jaanch/eventlog/idempotency'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { BookingSummary } from './booking.ts'
import type { BookingView } from './booking-view.ts'
import type { BookingCommand } from './decider.ts'
import { bookingDecider, noBooking } from './decider.ts'
import type { BookingEvent } from './events.ts'
import { type JoinedBooking, presentBooking, selectJoined, unlessLab } from './list/bookings.ts'
import { makesVisit, maySeeBooking } from './policies.ts'
import { bookings } from './visit/command-visit.ts'

/** Where commands on bookings read and write. */
export type BookingLog = { appender: Appender; logDb: pg.Pool; now: () => Date }

/** A command on what a booking has of its own: progress, payment, report, review. See `commandVisitAs` for all else. */
export type BookingRequest = {
  bookingId: string
  appendId: string
  caller: Caller
  requestId: string
  /** Whether the caller may give the command; missing: who sees the booking, and makes its visit */
  mayGive?: (booking: BookingSummary, history: readonly Recorded<BookingEvent>[]) => boolean
} & Pick<CommandTarget<BookingEvent, BookingSummary | undefined>, 'beforeAppend' | 'writeRows'>

/** A call on a booking, as `serve` gives it to its handler */
export type BookingCall = {
  params: { id: string }
  body: unknown
  caller: Caller
  idempotencyKey: string | undefined
  request: Pick<FastifyRequest, 'id'>
}

/** @returns the request that a call is, safe to repeat. @throws AppError key-reused */
export async function identifyBooking(
  { logDb }: Pick<BookingLog, 'logDb'>,
  route: Route,
  call: BookingCall,
): Promise<Omit<BookingRequest, 'beforeAppend' | 'writeRows'> & Pick<CommandIdentity, 'beforeAppend'>> {
  const { params, caller, request } = call
  const { appendId, beforeAppend } = await identifyCommand(logDb, route, call)
  return { bookingId: params.id, appendId, beforeAppend, caller, requestId: request.id }
}

/** The command that follows from a booking's events; undefined when there is nothing left to do. Called again after a conflict. */
type ChooseCommand = (
  booking: BookingSummary | undefined,
  history: readonly Recorded<BookingEvent>[],
) => BookingCommand | undefined | Promise<BookingCommand | undefined>

/** @returns the booking after the command, and the refusal if there was one: not-found if the caller may not see it */
export async function decideBooking(
  { appender, logDb: pool, now }: BookingLog,
  { bookingId: id, caller, requestId: correlationId, mayGive, ...target }: BookingRequest,
  chooseCommand: ChooseCommand,
): Promise<{
  booking: BookingSummary | undefined
  refused: ErrorCode | undefined
  appended?: Appended | undefined
}> {
  const actor = actorOf(caller)
  const may = mayGive ?? ((booking, history) => maySeeBooking(caller, booking) && makesVisit(caller, history))
  const { state, refused, appended } = await bookings.handle(
    { appender, pool },
    { ...target, id, actor, correlationId },
    async (booking, history) => {
      if (booking && !may(booking, history)) return refuse('not-found')
      const command = await chooseCommand(booking, history)
      return command ? bookingDecider.decide(booking ?? noBooking, command, now()) : accept()
    },
  )
  // a repeated request is not decided again: meanwhile, the booking may belong to another lab
  if (appended?.duplicate && state && !mayGive && !maySeeBooking(caller, state)) {
    return { booking: state, refused: 'not-found' }
  }
  return { booking: state, refused, appended }
}

/**
 * Gives a command and answers with the booking's stream: current even if the projector is behind.
 * @throws AppError: the refusal of the domain; not-found for a booking that the caller may not see
 */
export async function commandBooking(
  context: BookingLog & { readPrepared: ReadPrepared },
  request: BookingRequest,
  command: BookingCommand,
): Promise<BookingView> {
  const { booking, refused } = await decideBooking(context, request, () => command)
  if (refused || !booking) throw new AppError(refused ?? 'not-found')
  return unlessLab(request.caller, await viewBooking(context, booking))
}

/** @returns the view of a booking, with what its ids refer to now. @param visitSize how many of its visit come, where the caller knows it */
export async function viewBooking(
  { readPrepared }: { readPrepared: ReadPrepared },
  booking: BookingSummary,
  visitSize?: number,
): Promise<BookingView> {
  const [joined] = await readPrepared<JoinedBooking>(selectJoined(booking))
  return presentBooking(booking, { ...(joined as JoinedBooking), visitSize })
}

/** @returns the booking from its stream. @throws AppError not-found, also if the caller may not see it */
export async function findBooking(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  caller: Caller,
): Promise<BookingSummary> {
  const { state: booking, history } = await bookings.read(logDb, bookingId)
  if (!booking || !maySeeBooking(caller, booking) || !makesVisit(caller, history))
    throw new AppError('not-found')
  return booking
}
