import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Authentication } from '../../auth/authentication.ts'
import type { Limits } from '../../limits/limits.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'
import type { ReadSlots } from '../../read-models/slots/availability.ts'
import { registerHoldSlot } from './hold-slot.ts'
import { registerListSlots } from './list-slots.ts'

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
