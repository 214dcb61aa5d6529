import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import type { EventLog } from '../../event-log.ts'
import type { FileCheck } from '../../files/check-file.ts'
import type { Downloads } from '../../files/send-file.ts'
import type { Limits } from '../../limits/limits.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerExportHealth, registerGetReportAsFhir } from './export-health.ts'
import { registerHealthTrends } from './health-trends.ts'
import { registerImportHl7 } from './import-hl7.ts'
import { registerListDrafts } from './list-drafts.ts'
import {
  registerGetRecordedResults,
  registerGetReport,
  registerGetReportForm,
  registerListReports,
} from './list-reports.ts'
import { registerReleaseReport, registerSettleRefund } from './release-report.ts'
import { registerSignOff } from './sign-off.ts'

type Parts = FileCheck &
  Downloads &
  Reads &
  EventLog & {
    publicUrl: string
    log: Log
    readPrepared: ReadPrepared
    limits: Limits
    modelVersion: number
    now: () => Date
  }

export function registerHealthReportRoutes(app: FastifyInstance, parts: Parts): void {
  registerListReports(app, parts)
  registerReleaseReport(app, parts)
  registerGetReportForm(app, parts)
  registerGetRecordedResults(app, parts)
  registerGetReportAsFhir(app, parts)
  registerExportHealth(app, parts)
  registerImportHl7(app, parts)
  registerHealthTrends(app, parts)
  registerGetReport(app, parts)
  registerListDrafts(app, parts)
  registerSignOff(app, parts)
  registerSettleRefund(app, parts)
}
