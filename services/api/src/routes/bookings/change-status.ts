import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { Route } from '@jaanch/contracts/http/route'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { serve } from '../../http/serve.ts'
import { commandForStatus } from '../../policies.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { type BookingRequest, commandBooking } from './command-booking.ts'

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
    rows: Pick<BookingRequest, 'writeRows'> = {},
  ): Promise<BookingView> {
    const { params, caller, request } = call
    const { appendId, beforeAppend } = await identifyCommand(context.logDb, route, call)
    const target = { bookingId: params.id, appendId, beforeAppend, caller, requestId: request.id, ...rows }
    return commandBooking(context, target, command)
  }

  const { changeBookingStatus, confirmOrder, declineOrder, recordPayment, assignLab } = bookingRoutes
  serve(app, context, changeBookingStatus, async (call) =>
    give(changeBookingStatus, call, commandForStatus(call.body, call.caller)),
  )
  serve(app, context, confirmOrder, (call) => give(confirmOrder, call, { type: 'confirmOrder' }))
  serve(app, context, declineOrder, (call) => give(declineOrder, call, { type: 'declineOrder' }))
  serve(app, context, recordPayment, (call) => {
    const { method, reference } = call.body
    const rows = reference ? { writeRows: writePaymentReference(call.params.id, reference) } : {}
    return give(recordPayment, call, { type: 'recordPayment', method }, rows)
  })

  serve(app, context, assignLab, async (call) => {
    const { labPartnerId } = call.body
    const status = await readLabStatus(context, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    return give(assignLab, call, { type: 'assignLab', labPartnerId })
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
