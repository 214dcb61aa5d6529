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
    // its lists are up to date, but its clients see no changes: a load balancer prefers another process
    if (context.pushHealth.isStalled()) throw new AppError('unavailable')
    return { status: 'ok' as const }
  })
}
