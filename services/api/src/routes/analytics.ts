import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { headers } from '@jaanch/contracts/http/headers'
import type { FastifyInstance } from 'fastify'
import type { Dashboard } from '../read-models/dashboard/dashboard.ts'
import { passBarrier, type Reads } from '../reads/read-tables.ts'

export function registerAnalyticsRoutes(app: FastifyInstance, parts: Reads & { dashboard: Dashboard }): void {
  app.serveUnplaced(analyticsRoutes.getDashboard, async ({ reply }) => {
    await passBarrier(parts, reply)
    const { position, analytics } = await parts.dashboard.read()
    reply.header(headers.logPosition, String(position))
    return analytics
  })
}
