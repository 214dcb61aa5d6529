import { AppError } from '@jaanch/contracts/errors'
import { slotRoutes } from '@jaanch/contracts/http/slots'
import type { FastifyInstance } from 'fastify'
import { findCaller } from '../../auth/authentication.ts'
import { networkOf } from '../../auth/network.ts'
import type { Context } from '../../context.ts'
import { findVisit } from '../../read-models/slots/find-visit.ts'
import { isTooFar } from '../../read-models/slots/view-slots.ts'

export function registerListSlots(app: FastifyInstance, context: Context): void {
  app.serve(slotRoutes.listSlots, async ({ query: { visitId, ...query }, request }) => {
    await context.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, context.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(context, request)
    const visit = visitId && caller ? await findVisit(context, visitId, caller) : null
    return (await context.readSlots({ ...query, visit })).view
  })
}
