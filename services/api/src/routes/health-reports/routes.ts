import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerGetReportForm } from './get-report-form.ts'
import { registerListReports } from './list-reports.ts'
import { registerReleaseReport } from './release-report.ts'

export function registerHealthReportRoutes(app: FastifyInstance, context: Context): void {
  registerListReports(app, context)
  registerReleaseReport(app, context)
  registerGetReportForm(app, context)
}
