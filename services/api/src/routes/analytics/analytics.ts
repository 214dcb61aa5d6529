import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

const totals = z.object({ totalUsers: z.number(), totalPackages: z.number() })

export function serveAnalytics(app: FastifyInstance, context: Context): void {
  serve(app, context, analyticsRoutes.getDashboard, () =>
    context.db.one(sql.type(totals)`
      select (select count(*) from users) as "totalUsers",
             (select count(*) from packages where deleted_at is null) as "totalPackages"`),
  )
}
