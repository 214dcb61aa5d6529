/**
 * How results and files get into the report of a booking. What a submission changes is decided in the booking's stream: the version found
 * there is what it is added to, and if another one is faster, everything is computed again from that.
 */

import type { BookingSummary } from '@jaanch/booking/booking'
import { decideBooking, findBooking } from '@jaanch/booking/command-booking'
import type { BookingCommand } from '@jaanch/booking/decider'
import { bookingDecider } from '@jaanch/booking/decider'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type { DatabasePool } from 'slonik'
import type { HealthReportView } from '../api.ts'
import { writeCriticalCall } from '../critical/table.ts'
import { findSubmittedView, submissionIn } from '../list/find-report.ts'
import { endReplacedDraft, writeDraftRow } from '../sign-off/draft-rows.ts'
import { type Contribution, findReleaser } from '../sign-off/releaser.ts'
import { writeReportRow } from '../table.ts'
import { type PlannedReport, planReport, type ReportServices } from './plan-report.ts'
import {
  attachmentId,
  deleteReportFile,
  findReportHash,
  storeReportFile,
  writeSubmission,
} from './store-report.ts'

export type ReportRequest = {
  bookingId: string
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
  /** Called when the content has been checked, which may have waited for a scan: what follows writes. @throws BusyError */
  takePlace: () => Promise<void>
  /** Whose the key is; missing: the caller's. A message from a laboratory's system is the laboratory's, whoever sends it again */
  keyOf?: string | null
  /** A repeated request with the same content is the same request */
  content: unknown
  confirmed: { codes: readonly QuestionCode[]; follows: string | null }
}

/**
 * Records what a request contributes to a booking's report: values are rendered by a worker, which then releases the report; a report that is
 * only a file is released at once. In a lab with pathologists it becomes a draft, unless one of them sends it.
 * @param read checks the request's content against the booking; not called for a repeated request
 * @returns the report, or what was submitted until its PDF exists; of a submission that changes nothing, the current report
 * @throws AppError confirmation-needed with questions; invalid; the booking's refusals
 */
export async function recordReport(
  services: ReportServices,
  request: ReportRequest,
  read: (booking: BookingSummary, reportId: string) => Promise<Contribution>,
): Promise<HealthReportView> {
  const { db, now } = services
  const { bookingId, caller, idempotencyKey, keyOf, content, requestId, confirmed } = request
  const once = onceOnly({ kind: 'report', userId: keyOf ?? caller.userId, idempotencyKey, content })
  const { id: reportId, requestHash, appendId } = once
  const viewOf = (id: string) => findSubmittedView(services, bookingId, id, caller)
  async function find() {
    const stored = await findReportHash(db, reportId)
    return stored ? { requestHash: stored, view: () => viewOf(reportId) } : undefined
  }

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const releaser = await findReleaser(db, caller)
  const { isDraft } = releaser
  const found = await findBooking(services, bookingId, caller)
  refuseUnawaited(found, now())
  const contribution = await read(found, reportId)
  await request.takePlace()
  let planned: PlannedReport | undefined
  let current: string | undefined
  let replaced: string | undefined

  const { refused } = await decideBooking(
    services,
    {
      bookingId,
      appendId,
      caller,
      requestId,
      async writeRows(client, events, booking) {
        if (!booking || !planned) throw new AppError('not-found')
        const { customerId, labPartnerId } = booking
        const { doctorComments, isReviewed, attachments, patient, values, isFile, call } = planned
        const about = { bookingId, customerId, doctorComments, isReviewed, attachments, patient }
        if (!isFile)
          await writeSubmission(client, {
            ...about,
            reportId,
            requestHash,
            values,
            collectedAt: planned.collectedAt,
            releaser,
          })
        await writeCriticalCall(client, booking, call)
        if (isDraft) {
          if (!labPartnerId) throw new AppError('not-found')
          const draft = { ...about, reportId, labPartnerId, isFile, draftedBy: caller.userId }
          await writeDraftRow(client, draft, now())
        } else if (isFile) {
          const by = { releasedBy: releaser.userId, releasedRole: releaser.role }
          await writeReportRow({ id: reportId, labPartnerId, ...about, ...by })(client, events)
        }
      },
    },
    async (booking, history) => {
      if (!booking) throw new AppError('not-found')
      if (booking.report?.id === reportId || submissionIn(history, reportId)) return undefined
      refuseUnawaited(booking, now())
      const plan = await planReport(services, {
        booking,
        history,
        reportId,
        contribution,
        caller,
        confirmed,
        isDraft,
      })
      planned = plan
      current = plan.follows
      if (!plan.isChanged) return undefined
      replaced = isDraft ? undefined : booking.draft?.id
      if (contribution.file)
        await storeFile(db, contribution.file, {
          booking,
          reportId,
          requestHash,
          caller,
          isFile: plan.isFile,
        })
      const type = typeOf(isDraft, plan)
      const { version, change, call, withdraws } = plan
      return { type, reportId, version, change, criticalCallId: call?.callId, withdraws }
    },
  )
  if (refused) throw new AppError(refused)
  if (planned && !planned.isChanged && current) {
    const view = await viewOf(current)
    if (view) return view
  }
  await endReplacedDraft(db, replaced, now())
  return (await viewOf(reportId)) ?? once.created(find)
}

type Type = Extract<BookingCommand['type'], 'draftReport' | 'submitReport' | 'releaseReport'>

function typeOf(isDraft: boolean, { isFile }: PlannedReport): Type {
  if (isDraft) return 'draftReport'
  return isFile ? 'releaseReport' : 'submitReport'
}

/** Refuses a report that the booking does not await, before anything else is checked. @throws AppError */
function refuseUnawaited(booking: BookingSummary, now: Date): void {
  const asked = bookingDecider.decide(
    booking,
    { type: 'submitReport', reportId: booking.bookingId, version: 1 },
    now,
  )
  if ('refused' in asked) throw new AppError(asked.refused)
}

type Stored = {
  booking: BookingSummary
  reportId: string
  requestHash: string
  caller: Caller
  isFile: boolean
}

/** Stores the file before the append, whose transaction it would delay: it has up to 10 MB. Files without a report are collected. */
async function storeFile(
  db: DatabasePool,
  file: ReceivedFile,
  { booking: { bookingId, customerId }, reportId, requestHash, caller, isFile }: Stored,
): Promise<void> {
  const stored = { bookingId, customerId, requestHash, labPartnerId: caller.labPartnerId }
  // an earlier attempt may have found no values yet: its file would stand in the way of the PDF
  if (!isFile) await deleteReportFile(db, reportId)
  await storeReportFile(db, file, { ...stored, reportId: isFile ? reportId : attachmentId(reportId) })
}
