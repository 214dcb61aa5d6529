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
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { decideBooking } from '../bookings/command-booking.ts'
import { endReplacedDraft, writeDraftRow } from './draft-rows.ts'
import { findReleaser } from './releaser.ts'
import { allowedReportVersion, refuseReportBytes } from './report-limits.ts'
import { findReportHash, storeReportFile } from './store-report.ts'
import { type ReportRequest, submitReport } from './submit-report.ts'
import { findSubmittedView, submissionIn } from './unreleased-report.ts'

type Parts = MalwareCheck &
  EventLog & { readPrepared: ReadPrepared; limits: Limits; modelVersion: number; now: () => Date }

const rules = { types: ['application/pdf'], limit: reportFileLimit, texts: reportFileTexts } as const

/** Releases a report that came as a PDF; results that came as values are rendered first (submit-report.ts). */
export function registerReleaseReport(app: FastifyInstance, parts: Parts): void {
  app.serve(healthReportRoutes.releaseHealthReport, async (call) => {
    const { params, body, query, caller, idempotencyKey } = call
    const request = { bookingId: params.id, caller, idempotencyKey, requestId: call.request.id }
    if ('fhir' in body) return submitReport(parts, { ...request, body }, query.confirmSubject === '1')
    const { values } = body
    return values
      ? submitReport(parts, { ...request, body: { ...body, values } })
      : releaseReport(parts, { ...request, body })
  })
}

/**
 * Stores the file, then the report's row and the event in one transaction. The booking's stream decides the version: of two
 * reports at the same time, the second amends the first. One that waits for a pathologist of the lab has the row of a draft instead.
 */
async function releaseReport(
  parts: Parts,
  { bookingId, body, caller, idempotencyKey, requestId }: ReportRequest<ReportInput>,
): Promise<HealthReportView> {
  const { db } = parts
  const { doctorComments, isReviewed } = body
  const file = await receiveFile(body.fileUrl ?? '', rules)
  const content = [bookingId, await digestOf(file.bytes), doctorComments, isReviewed]
  const once = onceOnly({ kind: 'report', userId: caller.userId, idempotencyKey, content })
  const { id, requestHash, appendId } = once

  async function find() {
    const stored = await findReportHash(db, id)
    return stored ? { requestHash: stored, view } : undefined
  }
  const view = () => findSubmittedView(parts, bookingId, id, caller)

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const { labPartnerId: lab } = caller
  await refuseReportBytes(parts, { labPartnerId: lab, reportId: id, size: file.bytes.length })
  await refuseMalware(parts, caller, file, bookingId)
  const releaser = await findReleaser(db, caller)
  const { isDraft } = releaser
  if (isDraft) await refuseBesideOlderRelease(parts)
  let replaced: string | undefined
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
      },
      writeRows(client, events, booking) {
        if (!booking) throw new AppError('not-found')
        const { customerId, labPartnerId } = booking
        const content = { bookingId, customerId, doctorComments, isReviewed }
        if (!isDraft) {
          const by = { releasedBy: releaser.userId, releasedRole: releaser.role }
          return writeReportRow({ id, labPartnerId, ...content, ...by })(client, events)
        }
        if (!labPartnerId) throw new AppError('not-found')
        const draft = { reportId: id, labPartnerId, isFile: true, draftedBy: caller.userId }
        return writeDraftRow(client, { ...draft, ...content }, parts.now())
      },
    },
    (booking, history) => {
      if (booking?.report?.id === id || submissionIn(history, id)) return undefined
      replaced = isDraft ? undefined : booking?.draft?.id
      const type = isDraft ? 'draftReport' : 'releaseReport'
      return { type, reportId: id, version: allowedReportVersion(parts, history) }
    },
  )
  if (refused) throw new AppError(refused)
  await endReplacedDraft(db, replaced, parts.now())
  return (await view()) ?? once.created(find)
}
