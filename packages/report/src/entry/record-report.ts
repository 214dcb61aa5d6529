/**
 * How results and files get into the report of a booking. What a submission changes is decided in the booking's stream: the version found
 * there is what it is added to, and if another one is faster, everything is computed again from that.
 */

import type { Audit } from '@jaanch/account/audit/audit'
import type { CheckFile } from '@jaanch/account/uploads/check-file'
import type { BookingSummary } from '@jaanch/booking/booking'
import { type BookingLog, decideBooking, findBooking } from '@jaanch/booking/command-booking'
import { bookingDecider } from '@jaanch/booking/decider'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type { DatabasePool } from 'slonik'
import type { HealthReportView } from '../api.ts'
import { writeCriticalCall } from '../critical/table.ts'
import type { Limits } from '../limits.ts'
import { findSubmittedView, submissionIn } from '../list/find-report.ts'
import { endReplacedDraft, writeDraftRow } from '../sign-off/draft-rows.ts'
import { findReleaser } from '../sign-off/releaser.ts'
import { writeReportRow } from '../table.ts'
import { type PlannedReport, planReport } from './plan-report.ts'
import { type Contribution, checkReportFile } from './read-results.ts'
import {
  attachmentId,
  deleteReportFile,
  findReportHash,
  storeReportFile,
  writeSubmission,
} from './store-report.ts'

type Services = BookingLog & {
  db: DatabasePool
  readPrepared: ReadPrepared
  audit: Audit
  limits: Limits
  checkFile: CheckFile
}

type ReportRequest = {
  bookingId: string
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
  /** Called when the content has been checked, which may have waited for a scan: what follows writes. @throws BusyError */
  takePlace: () => Promise<void>
  /** The owner of the key; missing: the caller. A message from a laboratory's system is the laboratory's, whoever sends it again */
  keyOf?: string | null
  /** A repeated request with the same content is the same request */
  content: unknown
  confirmed: { codes: readonly QuestionCode[]; follows: string | null }
}

/**
 * Records what a request contributes to a booking's report: values are rendered by a worker, which then releases the report; a report that is
 * only a file is released at once. In a lab with pathologists it becomes a draft, unless one of them sends it.
 * @param read reads the request's content for the booking; not called for a repeated request
 * @returns the report, or what was submitted until its PDF exists; of a submission that changes nothing, the current report
 * @throws AppError confirmation-needed with questions; invalid; the booking's refusals
 */
export async function recordReport(
  { appender, logDb, db, readPrepared, audit, limits, checkFile, now }: Services,
  { bookingId, caller, idempotencyKey, keyOf, content, requestId, confirmed, takePlace }: ReportRequest,
  read: (booking: BookingSummary) => Promise<Contribution>,
): Promise<HealthReportView> {
  const once = onceOnly({ kind: 'report', userId: keyOf ?? caller.userId, idempotencyKey, content })
  const { id: reportId, requestHash, appendId } = once
  const viewOf = (id: string) => findSubmittedView({ db, logDb, readPrepared }, bookingId, id, caller)
  async function find() {
    const stored = await findReportHash(db, reportId)
    return stored ? { requestHash: stored, view: () => viewOf(reportId) } : undefined
  }

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const releaser = await findReleaser(db, caller)
  const { isDraft } = releaser
  const found = await findBooking({ logDb }, bookingId, caller)
  refuseUnawaited(found, now())
  const contribution = await read(found)
  const { file } = contribution
  if (file) await checkReportFile({ db, limits, now, checkFile }, caller, file, { bookingId, reportId })
  await takePlace()
  let planned: PlannedReport | undefined
  let replaced: string | undefined

  const { refused } = await decideBooking(
    { appender, logDb, now },
    {
      bookingId,
      appendId,
      caller,
      requestId,
      async writeRows(client, events, booking) {
        if (!booking || !planned) throw new AppError('not-found')
        const { customerId, labPartnerId } = booking
        const { doctorComments, isReviewed, attachments, patient, values, collectedAt, isFile } = planned
        const about = { bookingId, customerId, doctorComments, isReviewed, attachments, patient }
        if (!isFile)
          await writeSubmission(client, { ...about, reportId, requestHash, values, collectedAt, releaser })
        await writeCriticalCall(client, booking, planned.call)
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
      planned = await planReport(
        { logDb, audit, limits, now },
        { booking, history, reportId, contribution, caller, confirmed, isDraft },
      )
      if (!planned.isChanged) return undefined
      replaced = isDraft ? undefined : booking.draft?.id
      const { isFile, version, change, call, withdraws } = planned
      if (file) await storeFile(db, file, { booking, reportId, requestHash, caller, isFile })
      const type = isDraft ? 'draftReport' : isFile ? 'releaseReport' : 'submitReport'
      return { type, reportId, version, change, criticalCallId: call?.callId, withdraws }
    },
  )
  if (refused) throw new AppError(refused)
  if (planned?.follows && !planned.isChanged) {
    const view = await viewOf(planned.follows)
    if (view) return view
  }
  await endReplacedDraft(db, replaced, now())
  return (await viewOf(reportId)) ?? once.created(find)
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
