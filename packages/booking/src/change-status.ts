import { endedBy, tenureAt, tenuresOf, timeWithin } from '@jaanch/collection/custody/tenure'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf, Route } from '@jaanch/contracts/http/route'
import { defaultLabRole } from '@jaanch/contracts/staff-roles'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { FastifyInstance } from 'fastify'
import { bookingCalls } from './api.ts'
import type { BookingView } from './booking-view.ts'
import {
  type BookingCall,
  type BookingLog,
  commandBooking,
  identifyBooking,
  viewBooking,
} from './command-booking.ts'
import type { BookingCommand } from './commands.ts'
import { unlessLab } from './list/show-people.ts'
import { commandForStatus } from './policies.ts'
import type { Choice, LoadedVisit } from './visit/command-visit.ts'
import { commandVisitAs } from './visit/command-visit-as.ts'
import { visitCommands } from './visit/decide.ts'
import { isCancelled } from './visit/visit.ts'
import type { VisitRow } from './visit/visit-rows.ts'

type VisitView = BookingView & { bookings?: BookingView[] }

/** The calls that give one command to an existing booking, or to several of its visit. */
export function registerChangeStatus(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
): void {
  /** Of what ends a booking, too: its visit may need no place any more. */
  async function change(
    route: Route,
    call: BookingCall,
    choose: (visit: LoadedVisit) => Choice,
    isOfVisit = false,
  ): Promise<VisitView> {
    const { caller } = call
    const target = await identifyBooking(parts, route, call)
    const { booking, bookings, refused } = await commandVisitAs(parts, target, choose)
    if (refused) throw new AppError(refused)
    if (!isOfVisit) return unlessLab(caller, await viewBooking(parts, booking))
    const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
    const views = await Promise.all(
      bookings.map(async (each) => unlessLab(caller, await viewBooking(parts, each, visitSize))),
    )
    const named = views.find(({ id }) => id === booking.bookingId) as BookingView
    return { ...named, bookings: views }
  }

  const { changeBookingStatus, declineOrder, recordPayment } = bookingCalls
  app.serve(changeBookingStatus, async (call) => {
    const { visit } = call.body
    const bookingId = call.params.id
    const command = commandForStatus(call.body, call.caller)
    if (command.type === 'advance') {
      if (!visit)
        return commandBooking(parts, await identifyBooking(parts, changeBookingStatus, call), command)
      return change(
        changeBookingStatus,
        call,
        (found) => ({
          command: visitCommands.each({ of: { bookingId, with: 'same-status' }, command }, found),
        }),
        visit,
      )
    }
    return change(
      changeBookingStatus,
      call,
      (found) => ({ command: visitCommands.each({ of: visit ? 'open' : { bookingId }, command }, found) }),
      visit,
    )
  })
  app.serve(declineOrder, (call) => {
    const of = { bookingId: call.params.id }
    return change(declineOrder, call, (visit) => ({
      command: visitCommands.each({ of, command: { type: 'declineOrder' } }, visit),
    }))
  })
  app.serve(recordPayment, (call) => {
    const { reference, visit } = call.body
    const of = { bookingId: call.params.id, with: visit ? ('unpaid' as const) : undefined }
    return change(
      recordPayment,
      call,
      (found) => ({
        command: visitCommands.each(
          { of, command: paymentOf(call, found.bookings, found.histories, parts.now()) },
          found,
        ),
        rows: reference ? referenceRows(found.bookings, reference) : undefined,
      }),
      visit,
    )
  })
}

/**
 * What a collector took before the visit was taken away, or of a booking that was cancelled meanwhile, is reported, and no payment yet.
 * @throws AppError visit-handed-over for what they took afterwards, outside-role for who never made the visit and has another role
 */
function paymentOf(
  { params, body, caller }: BookingCall & { body: BodyOf<typeof bookingCalls.recordPayment> },
  bookings: LoadedVisit['bookings'],
  histories: LoadedVisit['histories'],
  now: Date,
): Extract<BookingCommand, { type: 'recordPayment' | 'reportPayment' }> {
  const { method, recorded } = body
  const { userId: by, labPartnerId, formerSince } = caller
  const isCancelledNow = bookings.some((each) => each.bookingId === params.id && isCancelled(each))
  const role = caller.labRole ?? defaultLabRole
  const isAtDesk = formerSince === undefined && (role === 'owner' || role === 'front-desk')
  // an owner may make the round too
  if (labPartnerId === null || (isAtDesk && !(isCancelledNow && recorded)))
    return { type: 'recordPayment', method }
  const assignee = { labPartnerId, collectorId: isAtDesk ? null : by }
  const tenures = endedBy(formerSince, tenuresOf(histories.get(params.id) ?? [], assignee))
  if (!isAtDesk && role !== 'collector' && tenures.length === 0) throw new AppError('outside-role')
  const clock = { deviceAt: recorded?.at ?? now.toISOString(), offsetMs: recorded?.offsetMs ?? null }
  const tenure = tenureAt(tenures, clock, now)
  if (!tenure) throw new AppError('visit-handed-over')
  if (tenure.until === null && !isCancelledNow) return { type: 'recordPayment', method }
  return { type: 'reportPayment', method, at: timeWithin(tenure, clock, now).at, by }
}

/** A text that a person typed is not in the events. */
function referenceRows(bookings: LoadedVisit['bookings'], typed: string): ReadonlyMap<string, VisitRow> {
  // half a surrogate pair cannot be encoded, for example '\ud800'
  const reference = typed.toWellFormed()
  return new Map(bookings.map(({ bookingId }) => [bookingId, { payment: { bookingId, reference } }]))
}
