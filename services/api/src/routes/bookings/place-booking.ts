import { bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { createOrderLookUp } from './look-up-order.ts'
import { placeVisit } from './place-visit.ts'
import { proposeOrder } from './propose-order.ts'

export function registerPlaceBooking(app: FastifyInstance, context: Context): void {
  const lookUp = createOrderLookUp(context)
  serve(app, context, bookingRoutes.placeBooking, ({ params, body, caller, idempotencyKey, request }) =>
    caller.role === 'admin'
      ? proposeOrder(context, {
          params,
          body: body as unknown as z.output<typeof prescriptionOrderInput>,
          caller,
          idempotencyKey,
          requestId: request.id,
        })
      : placeVisit(context, lookUp, { body, caller, idempotencyKey, requestId: request.id }),
  )
}
