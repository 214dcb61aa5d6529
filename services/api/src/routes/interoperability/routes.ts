import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import type { Bounds } from '../../bounds.ts'
import type { Reads } from '../../reads/read-tables.ts'
import type { submitReport } from '../health-reports/submit-report.ts'
import { registerExportHealth } from './export-health.ts'
import { registerGetReportAsFhir } from './get-report-as-fhir.ts'
import { registerImportHl7 } from './import-hl7.ts'

type Parts = Parameters<typeof submitReport>[0] & Reads & { bounds: Bounds; publicUrl: string; log: Log }

/** Health data in the formats of other systems. */
export function registerInteroperabilityRoutes(app: FastifyInstance, parts: Parts): void {
  registerGetReportAsFhir(app, parts)
  registerExportHealth(app, parts)
  registerImportHl7(app, parts)
}
