import type { FileCheck } from '@jaanch/account/uploads/check-file'
import { type BookingLog, decideBooking, identifyBooking, viewBooking } from '@jaanch/booking/command-booking'
import { refundCalls } from '@jaanch/booking/payment/api'
import { AppError } from '@jaanch/contracts/errors'
import { toPaise } from '@jaanch/contracts/money'
import { digestOf, receiveFile } from '@jaanch/platform/files/receive-file'
import { takePlace } from '@jaanch/platform/http/request-gates'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import { healthReportCalls } from '../api.ts'
import { readFhir } from '../fhir/fhir.ts'
import { readCurrentReport } from '../list/current-report.ts'
import { aboutRefund, askUnlessConfirmed } from '../trends/questions.ts'
import type { ReportParts } from './plan-report.ts'
import { contributionOfForm, contributionOfMessage, readExpectedParameters } from './read-results.ts'
import { recordReport } from './record-report.ts'
import { checkReportFile, reportFileRules } from './report-limits.ts'

type Parts = FileCheck & ReportParts

/** Takes a report as a PDF, as values from a form, or as a FHIR message. */
export function registerReleaseReport(app: FastifyInstance, parts: Parts): void {
  const { db } = parts

  app.serveUnplaced(healthReportCalls.releaseHealthReport, async (call) => {
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

/**
 * An admin has called the customer and paid back what is due for rejected samples, or for a cancelled booking that was paid. If results of
 * these tests are reported all the same, the admin is asked.
 * @throws AppError no-refund-due, conflict if another amount is due, confirmation-needed
 */
export function registerSettleRefund(
  app: FastifyInstance,
  parts: BookingLog & { db: DatabasePool; readPrepared: ReadPrepared },
): void {
  const { db, logDb } = parts

  app.serve(refundCalls.settleRefund, async (call) => {
    const { amount, confirm } = call.body
    const request = await identifyBooking(parts, refundCalls.settleRefund, call)
    const { booking, refused } = await decideBooking(parts, request, async (state, history) => {
      if (state?.refund && !state.refund.isSettled) {
        const { values } = await readCurrentReport(logDb, state, history)
        const codes = values.map(({ code }) => code)
        const expected = await readExpectedParameters(db, state.lines)
        askUnlessConfirmed(aboutRefund(codes, state, expected), confirm, null)
      }
      return { type: 'settleRefund', amount: toPaise(amount) }
    })
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return viewBooking(parts, booking)
  })
}
