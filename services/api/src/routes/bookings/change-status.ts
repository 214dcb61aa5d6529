import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { Route } from '@jaanch/contracts/http/route'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { commandForStatus } from '../../policies.ts'
import { cancelVisit } from './cancel-visit.ts'
import { type BookingRequest, commandBooking } from './command-booking.ts'
import { confirmProposal } from './confirm-proposal.ts'
import { releasePlace } from './release-place.ts'

type Call = {
  params: { id: string }
  body: unknown
  caller: Caller
  idempotencyKey: string | undefined
  request: FastifyRequest
}

/** The calls that give one command to an existing booking. */
export function registerChangeStatus(app: FastifyInstance, context: Context): void {
  async function give(
    route: Route,
    call: Call,
    command: BookingCommand,
    rows: Pick<BookingRequest, 'writeRows' | 'rowOf'> = {},
  ): Promise<BookingView> {
    return commandBooking(context, { ...(await identify(route, call)), ...rows }, command)
  }

  async function identify(route: Route, call: Call) {
    const { appendId, beforeAppend } = await identifyCommand(context.logDb, route, call)
    return {
      bookingId: call.params.id,
      appendId,
      beforeAppend,
      caller: call.caller,
      requestId: call.request.id,
    }
  }

  const { changeBookingStatus, confirmOrder, declineOrder, recordPayment } = bookingRoutes
  app.serve(changeBookingStatus, async (call) => {
    const command = commandForStatus(call.body, call.caller)
    if (command.type !== 'cancel') return give(changeBookingStatus, call, command)
    if (!call.body.visit) return give(changeBookingStatus, call, command, { rowOf: releasePlace })
    return cancelVisit(context, await identify(changeBookingStatus, call), command)
  })
  app.serve(confirmOrder, async (call) => confirmProposal(context, await identify(confirmOrder, call)))
  app.serve(declineOrder, (call) =>
    give(declineOrder, call, { type: 'declineOrder' }, { rowOf: releasePlace }),
  )
  app.serve(recordPayment, (call) => {
    const { method, reference } = call.body
    const rows = reference ? { writeRows: writePaymentReference(call.params.id, reference) } : {}
    return give(recordPayment, call, { type: 'recordPayment', method }, rows)
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
