import { type Authentication, findCaller } from '@jaanch/account/sessions/authentication'
import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import type { Limits } from '@jaanch/platform/limits/limits'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { releaseHold } from '../places/take-place.ts'
import { slotCalls } from './api.ts'
import { type FoundVisit, findVisit, type ReadSlots } from './availability.ts'
import { findHold, holdPlace, openHold, renewHold } from './holds.ts'
import { isTooFar } from './view-slots.ts'

type Parts = Authentication & {
  logDb: pg.Pool
  readSlots: ReadSlots
  limits: Limits
  rateLimits: RateLimits
  now: () => Date
}

export function registerSlotRoutes(app: FastifyInstance, parts: Parts): void {
  registerListSlots(app, parts)
  registerHoldSlot(app, parts)
}

function registerListSlots(
  app: FastifyInstance,
  parts: Authentication & { logDb: pg.Pool; readSlots: ReadSlots; rateLimits: RateLimits; now: () => Date },
): void {
  app.serve(slotCalls.listSlots, async ({ query: { visitId, ...query }, request }) => {
    await parts.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, parts.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(parts, request)
    const visit = visitId && caller ? await findVisit(parts, visitId, caller) : null
    return (await parts.readSlots({ ...query, visit })).view
  })
}

function registerHoldSlot(
  app: FastifyInstance,
  parts: { logDb: pg.Pool; limits: Limits; rateLimits: RateLimits; now: () => Date },
): void {
  const { logDb, now, rateLimits } = parts
  app.serve(slotCalls.holdSlot, async ({ body, caller, idempotencyKey }) => {
    const { date, time } = body
    const visit = body.visitId ? await findVisit(parts, body.visitId, caller) : null
    if (body.visitId && !visit) throw new AppError('not-found', 'This booking is not known.')
    const asked = { ...body, customerId: caller.userId, slot: slotNumber(time) }
    const once = onceOnly({ kind: 'hold', userId: caller.userId, idempotencyKey, content: body })
    const find = () => findHold(logDb, once, asked)
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    if (date < istDate(now())) throw new AppError('date-past')
    if (hasBegun(date, time, now())) throw new AppError('slot-begun')
    if (isOwn(visit, asked)) return openHold(once.id, now())
    const renewed = await renewHold(logDb, once.id, asked)
    if (renewed) return renewed
    await rateLimits.count('holdsPlaced', caller.userId)
    const held = await holdPlace(parts, once.id, { ...asked, onlyLab: visit?.labPartnerId ?? null })
    return held ?? once.created(find)
  })

  app.serve(slotCalls.releaseSlot, async ({ params, caller }) => {
    await releaseHold(logDb, params.id, caller.userId)
    return undefined
  })
}

/** Whether it is the slot that the visit has: it needs no second place */
function isOwn(visit: FoundVisit | null, { date, slot }: { date: string; slot: number }): boolean {
  return visit?.place?.date === date && visit.place.slot === slot
}
