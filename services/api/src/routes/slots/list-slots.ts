import { AppError } from '@jaanch/contracts/errors'
import { slotRoutes } from '@jaanch/contracts/http/slots'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Authentication, findCaller } from '../../auth/authentication.ts'
import { networkOf } from '../../auth/network.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'
import type { ReadSlots } from '../../read-models/slots/availability.ts'
import { findVisit } from '../../read-models/slots/find-visit.ts'
import { isTooFar } from '../../read-models/slots/view-slots.ts'

export function registerListSlots(
  app: FastifyInstance,
  parts: Authentication & { logDb: pg.Pool; readSlots: ReadSlots; rateLimits: RateLimits; now: () => Date },
): void {
  app.serve(slotRoutes.listSlots, async ({ query: { visitId, ...query }, request }) => {
    await parts.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, parts.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(parts, request)
    const visit = visitId && caller ? await findVisit(parts, visitId, caller) : null
    return (await parts.readSlots({ ...query, visit })).view
  })
}
