import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { slotRoutes } from '@jaanch/contracts/http/slots'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createOnce } from '../../http/idempotency.ts'
import { releaseHold } from '../../places/take-place.ts'
import { type FoundVisit, findVisit } from '../../read-models/slots/find-visit.ts'
import { findHold, holdPlace, openHold, renewHold } from './holds.ts'

export function registerHoldSlot(app: FastifyInstance, context: Context): void {
  app.serve(slotRoutes.holdSlot, async ({ body, caller, idempotencyKey }) => {
    const { date, time } = body
    const visit = body.visitId ? await findVisit(context, body.visitId, caller) : null
    if (body.visitId && !visit) throw new AppError('not-found', 'This booking is not known.')
    const asked = { ...body, customerId: caller.userId, slot: slotNumber(time) }
    return createOnce(
      { kind: 'hold', userId: caller.userId, idempotencyKey, content: body },
      {
        find: (id) => findHold(context, id, asked),
        async create(id) {
          if (date < istDate(context.now())) throw new AppError('date-past')
          if (hasBegun(date, time, context.now())) throw new AppError('slot-begun')
          if (isOwn(visit, asked)) return openHold(context, id)
          const renewed = await renewHold(context, id, asked)
          if (renewed) return renewed
          await context.rateLimits.count('holdsPlaced', caller.userId)
          return holdPlace(context, id, { ...asked, onlyLab: visit?.labPartnerId ?? null })
        },
      },
    )
  })

  app.serve(slotRoutes.releaseSlot, async ({ params, caller }) => {
    await releaseHold(context, params.id, caller.userId)
    return undefined
  })
}

/** Whether it is the slot that the visit has: it needs no second place */
function isOwn(visit: FoundVisit | null, { date, slot }: { date: string; slot: number }): boolean {
  return visit?.place?.date === date && visit.place.slot === slot
}
