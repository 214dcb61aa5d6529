import type { FastifyInstance } from 'fastify'
import type { EventLog } from '../../event-log.ts'
import type { MalwareCheck } from '../../files/refuse-malware.ts'
import type { Downloads } from '../../files/send-file.ts'
import type { Limits } from '../../limits/limits.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerGetReportForm } from './get-report-form.ts'
import { registerListReports } from './list-reports.ts'
import { registerReleaseReport } from './release-report.ts'

type Parts = MalwareCheck &
  Downloads &
  Reads &
  EventLog & { readPrepared: ReadPrepared; limits: Limits; modelVersion: number; now: () => Date }

export function registerHealthReportRoutes(app: FastifyInstance, parts: Parts): void {
  registerListReports(app, parts)
  registerReleaseReport(app, parts)
  registerGetReportForm(app, parts)
}
