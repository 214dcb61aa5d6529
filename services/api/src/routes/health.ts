import { AppError } from '@jaanch/contracts/errors'
import { healthRoutes } from '@jaanch/contracts/http/health'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'

export function registerHealthRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, healthRoutes.health, async () => ({ status: 'ok' as const }))

  serve(app, context, healthRoutes.ready, async () => {
    await context.barrier.readView().catch((cause) => {
      throw new AppError('unavailable', undefined, { cause })
    })
    return { status: 'ok' as const }
  })
}
