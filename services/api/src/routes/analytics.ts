import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { headers } from '@jaanch/contracts/http/headers'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import { passBarrier } from '../reads/read-tables.ts'

export function registerAnalyticsRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, analyticsRoutes.getDashboard, async ({ reply }) => {
    await passBarrier(context, reply)
    const { position, analytics } = await context.dashboard.read()
    reply.header(headers.logPosition, String(position))
    return analytics
  })
}
