import type { FileCheck } from '@jaanch/account/uploads/check-file'
import type { EventLog } from '@jaanch/eventlog/event-log'
import type { Downloads } from '@jaanch/platform/files/send-file'
import type { Limits } from '@jaanch/platform/limits/limits'
import type { Log } from '@jaanch/platform/logging'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import { registerReleaseReport, registerSettleRefund } from './entry/release-report.ts'
import { registerExportHealth, registerGetReportAsFhir } from './fhir/export-health.ts'
import { registerImportHl7 } from './hl7/import-hl7.ts'
import {
  registerGetRecordedResults,
  registerGetReport,
  registerGetReportForm,
  registerListReports,
} from './list/list-reports.ts'
import { registerListDrafts } from './sign-off/list-drafts.ts'
import { registerSignOff } from './sign-off/sign-off.ts'
import { registerHealthTrends } from './trends/health-trends.ts'

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
