import type { BookingSummary } from '@jaanch/booking/booking'
import { decideBooking, findBooking, identifyBooking } from '@jaanch/booking/command-booking'
import type { BookingEvent } from '@jaanch/booking/events'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { ReportChange } from '@jaanch/contracts/vocabulary'
import type { EventLog } from '@jaanch/eventlog/stream'
import { serveCall } from '@jaanch/platform/http/served'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { withdrawnRecollections } from '../entry/questions.ts'
import { readExpectedParameters } from '../entry/read-results.ts'
import { readReportSet } from '../entry/store-report.ts'
import { findSubmittedView } from '../list/find-report.ts'
import { isEarlierDraft, latestReport } from '../report.ts'
import { changeSince } from '../results/current-set.ts'
import { writeReportRow } from '../table.ts'
import { reportSignOffCalls } from './api.ts'
import { type DraftRow, findDraft, markReturned, markSigned } from './draft-rows.ts'

type Services = EventLog & { db: DatabasePool; readPrepared: ReadPrepared; now: () => Date }

/** A pathologist of the lab signs a draft, which releases it. */
export const signReport = serveCall(
  reportSignOffCalls.signReport,
  async (call, { appender, logDb, db, readPrepared, now }) => {
    const { caller, params } = call
    const { id: bookingId, reportId } = params
    const draft = await findDraftToSign({ db, logDb }, caller, bookingId, reportId)
    const target = await identifyBooking({ logDb }, reportSignOffCalls.signReport, call)
    const { refused } = await decideBooking(
      { appender, logDb, now },
      {
        ...target,
        async writeRows(client, events, booking) {
          if (!booking) throw new AppError('not-found')
          if (draft.isFile) {
            await writeReportRow(reportOf(draft, booking, reportId, caller))(client, events)
          } else await nameSigner(client, reportId, caller)
          await markSigned(client, reportId, now())
        },
      },
      async (booking, history) => {
        // signed already: the same answer, also when there is a newer report by now
        const isDone = history.some(
          (event) =>
            (event.type === 'ReportSubmitted' || event.type === 'ReportReleased') &&
            event.data.reportId === reportId,
        )
        if (isDone) return undefined
        const sets = await readSets(logDb, history, reportId)
        const { isFile } = draft
        return {
          type: 'signReport',
          ...{ reportId, change: changeOfDraft(sets), isFile },
          withdraws: booking ? await withdrawnBy(db, booking, sets) : [],
          isEarlier: isEarlierDraft(history, reportId),
        }
      },
    )
    if (refused) throw new AppError(refused)
    const view = await findSubmittedView({ db, logDb, readPrepared }, bookingId, reportId, caller)
    if (!view) throw new AppError('not-found')
    return view
  },
)

/** A pathologist of the lab sends a draft back, with a reason. */
export const returnReport = serveCall(
  reportSignOffCalls.returnReport,
  async (call, { appender, logDb, db, now }) => {
    const { caller, params, body } = call
    const { id: bookingId, reportId } = params
    await findDraftToSign({ db, logDb }, caller, bookingId, reportId)
    const target = await identifyBooking({ logDb }, reportSignOffCalls.returnReport, call)
    const { refused } = await decideBooking(
      { appender, logDb, now },
      {
        ...target,
        writeRows: (client) =>
          markReturned(client, { reportId, by: caller.userId, reason: body.reason }, now()),
      },
      () => ({ type: 'returnReport', reportId }),
    )
    if (refused) throw new AppError(refused)
    return undefined
  },
)

/** @throws AppError pathologist-needed; not-found, also for a booking of another lab */
async function findDraftToSign(
  { db, logDb }: Pick<Services, 'db' | 'logDb'>,
  caller: Caller,
  bookingId: string,
  reportId: string,
): Promise<DraftRow> {
  if (caller.labRole !== 'pathologist') throw new AppError('pathologist-needed')
  await findBooking({ logDb }, bookingId, caller)
  const draft = await findDraft(db, reportId)
  if (draft?.bookingId !== bookingId) throw new AppError('not-found')
  return draft
}

type ReportSet = Awaited<ReturnType<typeof readReportSet>>
/** The draft, and the report before it; undefined: there is none */
type Sets = { current: ReportSet | undefined; signed: ReportSet }

async function readSets(pool: pg.Pool, history: readonly BookingEvent[], reportId: string): Promise<Sets> {
  const before = latestReport(history)
  const [current, signed] = await Promise.all([
    before && readReportSet(pool, before.id),
    readReportSet(pool, reportId),
  ])
  return { current, signed }
}

async function withdrawnBy(
  db: DatabasePool,
  booking: BookingSummary,
  { current, signed }: Sets,
): Promise<string[]> {
  const codesOf = (set: ReportSet | undefined) => (set?.values ?? []).map(({ code }) => code)
  const expected = await readExpectedParameters(db, booking.lines)
  return withdrawnRecollections(codesOf(current), codesOf(signed), booking, expected)
}

/** How the report that a draft becomes differs from the one before it. */
function changeOfDraft({ current, signed }: Sets): ReportChange | undefined {
  if (!current) return undefined
  const isMore = signed.attachments.length > current.attachments.length
  const isSaid = signed.doctorComments !== current.doctorComments
  return changeSince(current.values, signed.values, isMore || isSaid) ?? 'amended'
}

function reportOf(draft: DraftRow, booking: BookingSummary, reportId: string, { userId }: Caller) {
  const { doctorComments, isReviewed, attachments, patient } = draft
  const { bookingId, customerId, labPartnerId } = booking
  const by = { releasedBy: userId, releasedRole: 'pathologist' }
  const about = { doctorComments, isReviewed, attachments, patient }
  return { id: reportId, bookingId, customerId, labPartnerId, ...about, ...by }
}

/** The worker that renders the PDF reads it from here. */
async function nameSigner(client: pg.ClientBase, reportId: string, { userId }: Caller): Promise<void> {
  await client.query(
    `update report_submissions set released_by = $2, released_role = 'pathologist' where report_id = $1`,
    [reportId, userId],
  )
}
