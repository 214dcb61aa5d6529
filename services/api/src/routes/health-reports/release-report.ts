import { AppError } from '@jaanch/contracts/errors'
import {
  type HealthReportView,
  healthReportRoutes,
  type ReportInput,
} from '@jaanch/contracts/http/health-reports'
import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'
import { writeReportRow } from '@jaanch/storage/reports'
import type { FastifyInstance } from 'fastify'
import type { EventLog } from '../../event-log.ts'
import { digestOf, receiveFile } from '../../files/receive-file.ts'
import { type MalwareCheck, refuseMalware } from '../../files/refuse-malware.ts'
import { onceOnly } from '../../http/idempotency.ts'
import type { Limits } from '../../limits/limits.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { decideBooking, findBooking } from '../bookings/command-booking.ts'
import { planCallOfFile } from './critical-results.ts'
import { findReportView } from './find-report.ts'
import { allowedReportVersion, refuseReportBytes } from './report-limits.ts'
import { storeCriticalCall } from './store-critical-call.ts'
import { findReportHash, storeReportFile } from './store-report.ts'
import { type ReportRequest, readExpectedParameters, submitReport } from './submit-report.ts'

type Parts = MalwareCheck &
  EventLog & { readPrepared: ReadPrepared; limits: Limits; modelVersion: number; now: () => Date }

const rules = { types: ['application/pdf'], limit: reportFileLimit, texts: reportFileTexts } as const

/** Releases a report that came as a PDF; results that came as values are rendered first (submit-report.ts). */
export function registerReleaseReport(app: FastifyInstance, parts: Parts): void {
  app.serve(healthReportRoutes.releaseHealthReport, async (call) => {
    const { params, body, query, caller, idempotencyKey } = call
    const request = { bookingId: params.id, caller, idempotencyKey, requestId: call.request.id }
    if ('fhir' in body) {
      const confirmed = { isSubject: query.confirmSubject === '1', isDelta: query.confirmDelta === '1' }
      return submitReport(parts, { ...request, body }, confirmed)
    }
    const { values, confirmDelta = false } = body
    return values
      ? submitReport(
          parts,
          { ...request, body: { ...body, values } },
          { isSubject: false, isDelta: confirmDelta },
        )
      : releaseReport(parts, { ...request, body })
  })
}

/**
 * Stores the file, then the report's row and the event in one transaction. The booking's stream decides the version: of two
 * reports at the same time, the second amends the first.
 */
async function releaseReport(
  parts: Parts,
  { bookingId, body, caller, idempotencyKey, requestId }: ReportRequest<ReportInput>,
): Promise<HealthReportView> {
  const { db } = parts
  const { doctorComments, isReviewed, criticalCodes = [] } = body
  const file = await receiveFile(body.fileUrl ?? '', rules)
  const marked = criticalCodes.length > 0 ? [criticalCodes] : []
  const content = [bookingId, await digestOf(file.bytes), doctorComments, isReviewed, ...marked]
  const once = onceOnly({ kind: 'report', userId: caller.userId, idempotencyKey, content })
  const { id, requestHash, appendId } = once

  async function find() {
    const stored = await findReportHash(db, id)
    return stored ? { requestHash: stored, view: () => findReportView(parts, id, caller) } : undefined
  }

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const { labPartnerId: lab } = caller
  await refuseReportBytes(parts, { labPartnerId: lab, reportId: id, size: file.bytes.length })
  await refuseMalware(parts, caller, file, bookingId)
  const found = await findBooking(parts, bookingId, caller)
  const call = await planCallOfFile(parts, found, id, criticalCodes, readExpectedParameters)
  const { refused } = await decideBooking(
    parts,
    {
      bookingId,
      appendId,
      caller,
      requestId,
      // not in the transaction of the append, which delays other appends: a file has up to 10 MB
      async beforeAppend(booking) {
        if (!booking) throw new AppError('not-found')
        const { customerId } = booking
        const stored = { reportId: id, bookingId, customerId, requestHash, labPartnerId: lab }
        await storeReportFile(db, file, stored)
        await storeCriticalCall(db, booking, call)
      },
      writeRows(client, events, booking) {
        if (!booking) throw new AppError('not-found')
        const { customerId, labPartnerId } = booking
        const report = { id, bookingId, customerId, labPartnerId, doctorComments, isReviewed }
        return writeReportRow(report)(client, events)
      },
    },
    (booking, history) =>
      booking?.report?.id === id
        ? undefined
        : {
            type: 'releaseReport',
            reportId: id,
            version: allowedReportVersion(parts, history),
            criticalCallId: call?.callId,
          },
  )
  if (refused) throw new AppError(refused)
  return (await findReportView(parts, id, caller)) ?? once.created(find)
}
