import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { commandBooking } from './commanding.ts'

export function serveBookingMoves(app: FastifyInstance, context: Context): void {
  /** One command on the booking that the path names. */
  function move({ params, caller, request }: Press, command: BookingCommand): Promise<BookingView> {
    const [bookingId, requestId] = [params.id, request.id]
    return commandBooking(context, { bookingId, appendId: randomUUID(), command, caller, requestId })
  }

  serve(app, context, bookingRoutes.changeBookingStatus, async (call) =>
    move(call, commandFor(call.body, call.caller)),
  )
  serve(app, context, bookingRoutes.confirmOrder, (call) => move(call, { type: 'confirmOrder' }))
  serve(app, context, bookingRoutes.declineOrder, (call) => move(call, { type: 'declineOrder' }))
  serve(app, context, bookingRoutes.recordPayment, (call) => {
    const { method, reference } = call.body
    // an event's jsonb takes no half of a character, as '\ud800' is
    return move(call, { type: 'recordPayment', method, reference: reference?.toWellFormed() ?? null })
  })

  serve(app, context, bookingRoutes.assignLab, async (call) => {
    const { labPartnerId } = call.body
    const status = await readLabStatus(context, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    return move(call, { type: 'assignLab', labPartnerId })
  })
}

type Press = { params: { id: string }; caller: Caller; request: FastifyRequest }

/** A customer may only cancel, a lab only advance, an admin both. */
function commandFor(body: BodyOf<typeof bookingRoutes.changeBookingStatus>, caller: Caller): BookingCommand {
  if (body.status !== 'cancelled') {
    if (caller.role === 'customer') throw new AppError('forbidden')
    return { type: 'advance', to: body.status }
  }
  if (caller.role === 'lab-partner') throw new AppError('forbidden')
  const reason = body.reason ?? (caller.role === 'customer' ? 'customer-request' : 'other')
  return { type: 'cancel', by: caller.role, reason }
}
