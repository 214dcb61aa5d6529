import { headers } from '@jaanch/contracts/http/headers'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import { analyticsCalls } from './api.ts'
import type { Dashboard } from './dashboard.ts'

export function registerAnalyticsRoutes(app: FastifyInstance, parts: Reads & { dashboard: Dashboard }): void {
  app.serveUnplaced(analyticsCalls.getDashboard, async ({ reply }) => {
    await passBarrier(parts, reply)
    const { position, analytics } = await parts.dashboard.read()
    reply.header(headers.logPosition, String(position))
    return analytics
  })
}
