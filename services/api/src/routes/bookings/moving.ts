import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import type { Caller } from '../../plugins/authentication.ts'
import { labStatus } from '../lab-partners/status.ts'
import { commandBooking } from './commanding.ts'

export function serveBookingMoves(app: FastifyInstance, context: Context): void {
  serve(app, context, bookingRoutes.changeBookingStatus, ({ params, body, caller, request }) =>
    commandBooking(context, {
      bookingId: params.id,
      appendId: randomUUID(),
      command: commandFor(body, caller),
      caller,
      requestId: request.id,
    }),
  )

  serve(app, context, bookingRoutes.assignLab, async ({ params, body, caller, request }) => {
    const status = await labStatus(context, body.labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    return commandBooking(context, {
      bookingId: params.id,
      appendId: randomUUID(),
      command: { type: 'assignLab', labPartnerId: body.labPartnerId },
      caller,
      requestId: request.id,
    })
  })
}

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
