import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { Route } from '@jaanch/contracts/http/route'
import type { VisitCommand } from '@jaanch/domain/visit/commands'
import type { FastifyInstance } from 'fastify'
import { commandForStatus } from '../../policies.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import {
  type BookingCall,
  type BookingLog,
  type BookingRequest,
  commandBooking,
  identifyBooking,
  viewBooking,
} from './command-booking.ts'
import { commandVisitAs } from './command-visit.ts'

/** The calls that give one command to an existing booking, or to all open ones of its visit. */
export function registerChangeStatus(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
): void {
  /** Of what ends a booking: its visit may need no place any more. */
  async function end(route: Route, call: BookingCall, command: VisitCommand): Promise<BookingView> {
    const { booking, refused } = await commandVisitAs(
      parts,
      await identifyBooking(parts, route, call),
      command,
    )
    if (refused) throw new AppError(refused)
    return viewBooking(parts, booking)
  }

  const { changeBookingStatus, declineOrder, recordPayment } = bookingRoutes
  app.serve(changeBookingStatus, async (call) => {
    const command = commandForStatus(call.body, call.caller)
    if (command.type === 'advance')
      return commandBooking(parts, await identifyBooking(parts, changeBookingStatus, call), command)
    const of = call.body.visit ? 'open' : { bookingId: call.params.id }
    return end(changeBookingStatus, call, { type: 'each', of, command })
  })
  app.serve(declineOrder, (call) => {
    const of = { bookingId: call.params.id }
    return end(declineOrder, call, { type: 'each', of, command: { type: 'declineOrder' } })
  })
  app.serve(recordPayment, async (call) => {
    const { method, reference } = call.body
    const rows = reference ? { writeRows: writePaymentReference(call.params.id, reference) } : {}
    const request = { ...(await identifyBooking(parts, recordPayment, call)), ...rows }
    return commandBooking(parts, request, { type: 'recordPayment', method })
  })
}

/** A text that a person typed is not in the event. */
function writePaymentReference(
  bookingId: string,
  reference: string,
): NonNullable<BookingRequest['writeRows']> {
  return async (client) => {
    await client.query(
      `insert into payment_references (booking_id, reference) values ($1, $2)
       on conflict (booking_id) do update set reference = excluded.reference`,
      // half a surrogate pair cannot be encoded, for example '\ud800'
      [bookingId, reference.toWellFormed()],
    )
  }
}
