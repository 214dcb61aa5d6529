import { countCriticalCalls, listCriticalCalls, recordCriticalCall } from './critical/record-call.ts'
import {
  getRecordedResults,
  getReportForm,
  releaseHealthReport,
  settleRefund,
} from './entry/release-report.ts'
import { exportHealth, getReportAsFhir } from './fhir/export-health.ts'
import { importHl7 } from './hl7/import-hl7.ts'
import { acceptInterval, addInterval, endInterval, listIntervals } from './intervals/own-intervals.ts'
import { downloadHealthReport, listHealthReports, openHealthReportFile } from './list/list-reports.ts'
import { getHealthReport } from './page/report-page.ts'
import { changeReminderSettings, listDueTests, listRetestHints } from './retests/due-tests.ts'
import { getReportDraft, listReportDrafts } from './sign-off/list-drafts.ts'
import { returnReport, signReport } from './sign-off/sign-off.ts'
import { getHealthTrend, listHealthTrends, listTrendPeople } from './trends/health-trends.ts'

export const reportRoutes = [
  ...[listHealthReports, downloadHealthReport, openHealthReportFile, getHealthReport],
  ...[releaseHealthReport, getReportForm, getRecordedResults, settleRefund],
  ...[listReportDrafts, getReportDraft, signReport, returnReport],
  ...[getReportAsFhir, exportHealth, importHl7],
  ...[listTrendPeople, listHealthTrends, getHealthTrend],
  ...[listCriticalCalls, countCriticalCalls, recordCriticalCall],
  ...[listDueTests, listRetestHints, changeReminderSettings],
  ...[listIntervals, addInterval, acceptInterval, endInterval],
]
