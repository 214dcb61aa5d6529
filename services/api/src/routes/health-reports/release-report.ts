import { AppError } from '@jaanch/contracts/errors'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { readFhir } from '@jaanch/domain/report/fhir'
import type { FastifyInstance } from 'fastify'
import type { FileCheck } from '../../files/check-file.ts'
import { digestOf, receiveFile } from '../../files/receive-file.ts'
import { takePlace } from '../../http/request-gates.ts'
import { checkReportFile } from './check-report-file.ts'
import type { ReportParts } from './plan-report.ts'
import { contributionOfForm, contributionOfMessage, readExpectedParameters } from './read-results.ts'
import { recordReport } from './record-report.ts'
import { reportFileRules } from './report-file-rules.ts'

type Parts = FileCheck & ReportParts

/** Takes a report as a PDF, as values from a form, or as a FHIR message. */
export function registerReleaseReport(app: FastifyInstance, parts: Parts): void {
  const { db } = parts

  app.serveUnplaced(healthReportRoutes.releaseHealthReport, async (call) => {
    const { params, body, query, caller, idempotencyKey } = call
    const { id: bookingId } = params
    const request = {
      ...{ bookingId, caller, idempotencyKey, requestId: call.request.id },
      takePlace: () => takePlace(call.request),
    }
    if ('fhir' in body) {
      return recordReport(
        parts,
        {
          ...request,
          content: [bookingId, body],
          confirmed: { codes: query.confirm, follows: query.follows },
        },
        async ({ lines }) => {
          const expected = await readExpectedParameters(db, lines)
          const read = readFhir(body.fhir, expected)
          if ('refused' in read) throw new AppError('invalid', read.refused)
          return contributionOfMessage(read, expected)
        },
      )
    }
    const { fileUrl, confirm, follows, ...form } = body
    const file = fileUrl === undefined ? null : await receiveFile(fileUrl, reportFileRules)
    const content = [bookingId, form, file && (await digestOf(file.bytes))]
    return recordReport(
      parts,
      {
        ...request,
        content,
        confirmed: { codes: [...confirm, ...query.confirm], follows: follows ?? query.follows },
      },
      async ({ lines }, reportId) => {
        if (file) await checkReportFile(parts, caller, file, { bookingId, reportId })
        return contributionOfForm(form, file, await readExpectedParameters(db, lines))
      },
    )
  })
}
