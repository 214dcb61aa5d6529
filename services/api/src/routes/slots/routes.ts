import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerHoldSlot } from './hold-slot.ts'
import { registerListSlots } from './list-slots.ts'

export function registerSlotRoutes(app: FastifyInstance, context: Context): void {
  registerListSlots(app, context)
  registerHoldSlot(app, context)
}
