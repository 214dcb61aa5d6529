import type { Audit } from '@jaanch/account/audit/audit'
import { refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import type { BookingSummary } from '@jaanch/booking/booking'
import { findBooking, viewBooking } from '@jaanch/booking/command-booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { unlessLab } from '@jaanch/booking/list/bookings'
import { reportsOpenSince } from '@jaanch/booking/rules'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Recorded } from '@jaanch/eventlog/events'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { HealthReportView } from '../api.ts'
import { findSubmission } from '../entry/store-report.ts'
import { readResultsToCome } from '../page/results-to-come.ts'
import { wasReturned } from '../report.ts'
import { findDraft } from '../sign-off/draft-rows.ts'
import { earlierThan, presentReport, reportColumns, reportRow } from './table.ts'

type Services = { db: DatabasePool; logDb: pg.Pool; readPrepared: ReadPrepared }

type FileServices = { db: DatabasePool; logDb: pg.Pool; audit: Audit; now: () => Date }

const bookingIdRow = z.object({ bookingId: z.uuid() })
const versionRow = bookingIdRow.extend({ version: z.number(), lastVersionAt: z.date() })
const fileRow = z.object({
  contentType: z.literal('application/pdf'),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
})

/**
 * @returns a released report with its booking from the stream; undefined if there is none
 * @throws AppError not-found if the caller may not see the booking
 */
async function findReportView(
  { db, logDb, readPrepared }: Services,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  const row = await db.maybeOne(sql.type(reportRow.extend(bookingIdRow.shape))`
    select ${reportColumns}, h.booking_id from health_reports h where h.id = ${reportId}`)
  if (!row) return undefined
  const booking = await findBooking({ logDb }, row.bookingId, caller)
  const toCome = await readResultsToCome(logDb, [{ reportId, version: row.reportVersion, booking }])
  return presentReport(row, unlessLab(caller, await viewBooking({ readPrepared }, booking)), {
    toCome: toCome.get(reportId),
  })
}

type NamedFile = ReceivedFile & { name: string }

/**
 * The file of any version of a report, with the name to save it under. The read is recorded.
 * @throws AppError not-found, also if the caller may not see the booking; report-closed for its lab; consent-needed
 */
export async function findReportFile(
  services: FileServices,
  reportId: string,
  caller: Caller,
): Promise<NamedFile> {
  const report = await services.db.maybeOne(
    sql.type(versionRow)`
      select booking_id, version,
             (select max(created_at) from health_reports v where v.booking_id = h.booking_id) as last_version_at
        from health_reports h where id = ${reportId}`,
  )
  if (!report)
    return (await findAttachment(services, reportId, caller)) ?? findDraftFile(services, reportId, caller)
  const booking = await openBooking(services, report, caller)
  const file = await readFile(services.db, reportId)
  if (file.bytes.length === 0) throw new AppError('not-found', 'This report was deleted with its account.')
  await recordOpening(services.audit, caller, booking, reportId)
  return { ...file, name: `${versionName(booking, report.version)}.pdf` }
}

/** The booking of a released report that somebody opens. @throws AppError not-found; report-closed for its lab; consent-needed */
export async function openBooking(
  { db, logDb, now }: Omit<FileServices, 'audit'>,
  { bookingId, lastVersionAt }: { bookingId: string; lastVersionAt: Date },
  caller: Caller,
): Promise<BookingSummary> {
  const booking = await findBooking({ logDb }, bookingId, caller)
  if (caller.role === 'lab-partner' && lastVersionAt <= reportsOpenSince(now()))
    throw new AppError('report-closed')
  await refuseWithoutConsent({ db, now }, caller, booking.familyMemberId)
  return booking
}

/** The name to save a report under: an amended one has another name than the version that it supersedes. */
export function versionName(booking: BookingSummary, version: number): string {
  return `jaanch-report-${referenceOf(booking)}${version > 1 ? `-v${version}` : ''}`
}

const referenceOf = ({ orderNumber, bookingId }: BookingSummary) => orderNumber ?? bookingId.slice(0, 8)

/** @throws AppError not-found */
async function readFile(db: DatabasePool, reportId: string): Promise<ReceivedFile> {
  const file = await db.maybeOne(sql.type(fileRow)`
    select content_type, bytes from health_report_files where report_id = ${reportId}`)
  if (!file) throw new AppError('not-found')
  return file
}

const attachmentRow = bookingIdRow.extend({ ...fileRow.shape, lastVersionAt: z.date() })

/**
 * A file that was added to the results of a released report.
 * @returns undefined if it belongs to none. @throws AppError as `openBooking`
 */
async function findAttachment(
  services: FileServices,
  id: string,
  caller: Caller,
): Promise<NamedFile | undefined> {
  const found = await services.db.maybeOne(sql.type(attachmentRow)`
    select f.booking_id, f.content_type, f.bytes, max(h.created_at) as last_version_at
      from health_report_files f join health_reports h on h.booking_id = f.booking_id
     where f.report_id = ${id} and length(f.bytes) > 0
       and exists (select from health_reports r where r.booking_id = f.booking_id and ${id} = any(r.attachments))
     group by f.report_id`)
  if (!found) return undefined
  const { contentType, bytes } = found
  const booking = await openBooking(services, found, caller)
  await recordOpening(services.audit, caller, booking, id)
  return { contentType, bytes, name: `jaanch-attachment-${referenceOf(booking)}-${id.slice(0, 4)}.pdf` }
}

/**
 * The PDF of a report that waits for a pathologist, or was sent back by one: for its lab only, and the newest of a booking that was not
 * cancelled.
 * @throws AppError not-found; report-closed
 */
async function findDraftFile(services: FileServices, reportId: string, caller: Caller): Promise<NamedFile> {
  const draft = caller.role === 'lab-partner' ? await findDraft(services.db, reportId) : null
  if (!draft?.isFile || draft.labPartnerId !== caller.labPartnerId) throw new AppError('not-found')
  const booking = await findBooking(services, draft.bookingId, caller)
  if (booking.status === 'cancelled' || booking.draft?.id !== reportId) throw new AppError('not-found')
  if (booking.draft.isReturned && draft.createdAt <= reportsOpenSince(services.now()))
    throw new AppError('report-closed')
  const file = await readFile(services.db, reportId)
  await recordOpening(services.audit, caller, booking, reportId)
  return { ...file, name: `jaanch-draft-${referenceOf(booking)}.pdf` }
}

/** Adds to the audit trail that somebody read a report, before the answer. */
export function recordOpening(
  audit: Audit,
  caller: Caller,
  { bookingId, customerId }: BookingSummary,
  reportId: string,
  as?: 'fhir',
): Promise<void> {
  return audit.record({
    action: 'report-opened',
    actor: actorOf(caller),
    userId: customerId,
    object: `health-report:${reportId}`,
    details: { bookingId, ...(as && { as }) },
  })
}

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' | 'ReportDrafted' }>

/** @returns the submission of a report, or else its draft; undefined without either */
export function submissionIn(
  history: readonly Recorded<BookingEvent>[],
  reportId: string,
): Submitted | undefined {
  return history.findLast(
    (event): event is Submitted =>
      (event.type === 'ReportSubmitted' || event.type === 'ReportDrafted') &&
      event.data.reportId === reportId,
  )
}

/**
 * The answer to who submitted a report: the report as soon as it is released, and what was submitted before that.
 * @returns undefined without the event, or after an erasure
 * @throws AppError not-found if the caller may not see the booking; draft-returned for a draft that nobody will sign: who sends it again
 *   must not believe that it waits
 */
export async function findSubmittedView(
  { db, logDb, readPrepared }: Services,
  bookingId: string,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  const released = await findReportView({ db, logDb, readPrepared }, reportId, caller)
  if (released) return released
  const history = await readStreamOf(logDb, 'booking', bookingId)
  const submitted = submissionIn(history, reportId)
  if (!submitted) return undefined
  const submission = (await findSubmission(db, reportId)) ?? (await findDraft(db, reportId))
  if (!submission) return undefined
  const booking = await findBooking({ logDb }, bookingId, caller)
  const isDraft = submitted.type === 'ReportDrafted'
  if (isDraft && wasReturned(history, reportId))
    throw new AppError(
      'draft-returned',
      'This report was sent back by the pathologist. Results that are right now are sent as a new report, not by the same request.',
    )
  const { reportVersion } = submitted.data
  const { earlier } = await db.one(sql.type(reportRow.pick({ earlier: true }))`
    select ${earlierThan(sql.fragment`${reportVersion}`, sql.fragment`${bookingId}::uuid`)}`)
  const { doctorComments, isReviewed } = submission
  const row = { doctorComments, isReviewed, reportId, reportVersion, releasedAt: submitted.at, earlier }
  const toCome = await readResultsToCome(logDb, [{ reportId, version: reportVersion, booking }])
  const view = presentReport(row, unlessLab(caller, await viewBooking({ readPrepared }, booking)), {
    toCome: toCome.get(reportId),
  })
  return isDraft ? { ...view, isDraft: true } : view
}
