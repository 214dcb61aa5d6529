import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { commandForStatus } from '../../policies.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { commandBooking } from './command-booking.ts'

type Call = { params: { id: string }; caller: Caller; request: FastifyRequest }

/** The calls that give one command to an existing booking. */
export function registerChangeStatus(app: FastifyInstance, context: Context): void {
  function give({ params, caller, request }: Call, command: BookingCommand): Promise<BookingView> {
    const target = { bookingId: params.id, appendId: randomUUID(), caller, requestId: request.id }
    return commandBooking(context, target, command)
  }

  serve(app, context, bookingRoutes.changeBookingStatus, async (call) =>
    give(call, commandForStatus(call.body, call.caller)),
  )
  serve(app, context, bookingRoutes.confirmOrder, (call) => give(call, { type: 'confirmOrder' }))
  serve(app, context, bookingRoutes.declineOrder, (call) => give(call, { type: 'declineOrder' }))
  serve(app, context, bookingRoutes.recordPayment, (call) => {
    const { method, reference } = call.body
    // jsonb does not accept half a surrogate pair, for example '\ud800'
    return give(call, { type: 'recordPayment', method, reference: reference?.toWellFormed() ?? null })
  })

  serve(app, context, bookingRoutes.assignLab, async (call) => {
    const { labPartnerId } = call.body
    const status = await readLabStatus(context, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    return give(call, { type: 'assignLab', labPartnerId })
  })
}
