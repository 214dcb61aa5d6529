import { AppError } from '@jaanch/contracts/errors'
import { digestOf, receiveFile } from '@jaanch/platform/files/receive-file'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveRead } from '@jaanch/platform/http/served'
import { healthReportCalls } from '../api.ts'
import { readFhir } from '../fhir/fhir.ts'
import {
  checkReportFile,
  contributionOfForm,
  contributionOfMessage,
  readExpectedParameters,
  reportFileRules,
} from './read-results.ts'
import { recordReport } from './record-report.ts'

/** Takes a report as a PDF, as values from a form, or as a FHIR message. */
export const releaseHealthReport = serveRead(
  healthReportCalls.releaseHealthReport,
  async (call, services) => {
    const { db, limits, checkFile, now } = services
    const { params, body, query, caller, idempotencyKey } = call
    const { id: bookingId } = params
    const request = {
      ...{ bookingId, caller, idempotencyKey, requestId: call.request.id },
      takePlace: () => takePlace(call.request),
    }
    if ('fhir' in body) {
      return recordReport(
        services,
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
      services,
      {
        ...request,
        content,
        confirmed: { codes: [...confirm, ...query.confirm], follows: follows ?? query.follows },
      },
      async ({ lines }, reportId) => {
        if (file) await checkReportFile({ db, limits, now, checkFile }, caller, file, { bookingId, reportId })
        return contributionOfForm(form, file, await readExpectedParameters(db, lines))
      },
    )
  },
)
