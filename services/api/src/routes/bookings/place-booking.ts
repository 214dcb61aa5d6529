import { bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import { recordNotice } from '@jaanch/storage/notices'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { createOrderLookUp } from './look-up-order.ts'
import { placeVisit } from './place-visit.ts'
import { proposeOrder } from './propose-order.ts'

export function registerPlaceBooking(app: FastifyInstance, context: Context): void {
  const lookUp = createOrderLookUp(context)
  app.serve(bookingRoutes.placeBooking, async ({ params, body, caller, idempotencyKey, request }) => {
    const requestId = request.id
    if (caller.role === 'admin') {
      return proposeOrder(context, {
        params,
        body: body as unknown as z.output<typeof prescriptionOrderInput>,
        caller,
        idempotencyKey,
        requestId,
      })
    }
    // no part of the order: a retry by a client of another release is the same request
    const { noticeVersion, ...order } = body
    const placed = await placeVisit(context, lookUp, { body: order, caller, idempotencyKey, requestId })
    // a refused order leaves nothing; if this fails, the same request again records it
    await recordNotice(context.logDb, caller.userId, 'booking', noticeVersion)
    return placed
  })
}
