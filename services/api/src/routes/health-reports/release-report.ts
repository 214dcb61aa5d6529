import { AppError } from '@jaanch/contracts/errors'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { readFhir } from '@jaanch/domain/report/fhir'
import type { FastifyInstance } from 'fastify'
import { digestOf, receiveFile } from '../../files/receive-file.ts'
import { type MalwareCheck, refuseMalware } from '../../files/refuse-malware.ts'
import { contributionOfForm, contributionOfMessage, readExpectedParameters } from './read-results.ts'
import { type ReportParts, recordReport } from './record-report.ts'
import { reportFileRules } from './report-file-rules.ts'
import { refuseReportBytes } from './report-limits.ts'

type Parts = MalwareCheck & ReportParts

/** Takes a report as a PDF, as values from a form, or as a FHIR message. */
export function registerReleaseReport(app: FastifyInstance, parts: Parts): void {
  const { db } = parts

  app.serve(healthReportRoutes.releaseHealthReport, async (call) => {
    const { params, body, query, caller, idempotencyKey } = call
    const { id: bookingId } = params
    const request = { bookingId, caller, idempotencyKey, requestId: call.request.id }
    if ('fhir' in body) {
      return recordReport(
        parts,
        { ...request, content: [bookingId, body], confirmed: query.confirm },
        async ({ lines }) => {
          const expected = await readExpectedParameters(db, lines)
          const read = readFhir(body.fhir, expected)
          if ('refused' in read) throw new AppError('invalid', read.refused)
          return contributionOfMessage(read, expected)
        },
      )
    }
    const { fileUrl, confirm, ...form } = body
    const file = fileUrl === undefined ? null : await receiveFile(fileUrl, reportFileRules)
    const content = [bookingId, form, file && (await digestOf(file.bytes))]
    return recordReport(
      parts,
      { ...request, content, confirmed: [...confirm, ...query.confirm] },
      async ({ lines }, reportId) => {
        if (file) {
          const { labPartnerId } = caller
          await refuseReportBytes(parts, { labPartnerId, reportId, size: file.bytes.length })
          await refuseMalware(parts, caller, file, bookingId)
        }
        return contributionOfForm(form, file, await readExpectedParameters(db, lines))
      },
    )
  })
}
