import type { BookingSummary } from '@jaanch/booking/booking'
import { reportsOpenSince } from '@jaanch/booking/rules'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { genders } from '@jaanch/contracts/vocabulary'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { isRecorded } from '../critical/table.ts'
import { readLastResults, recordLastSeen } from '../delta/check-delta.ts'
import { recordOpening } from '../list/find-report.ts'
import { arrangeReport } from '../page/sections.ts'
import { changesBetween } from '../results/changes.ts'
import { presentResult, readResults } from '../results/table.ts'
import { type ReportDraft, reportSignOffCalls } from './api.ts'

/** One page holds what a lab signs in some hours */
const mostListed = 100

const draftRow = z.object({
  reportId: z.uuid(),
  data: z.custom<BookingSummary>(),
  isFile: z.boolean(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  createdAt: z.date(),
  draftedBy: z.string().nullable(),
  patientName: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  sex: z.enum(genders).nullable(),
  returnedAt: z.date().nullable(),
  returnedBy: z.string().nullable(),
  returnReason: z.string().nullable(),
  hasOpenCall: z.boolean(),
})
type DraftRow = z.output<typeof draftRow>

/**
 * Drafts of a lab with their bookings and people. The booking says which draft is its newest: the others are
 * left out, and so are those of cancelled bookings.
 * @param only SQL: which ones
 */
function selectDrafts(view: { generation: number }, labPartnerId: string, only: FragmentSqlToken) {
  return sql.type(draftRow)`
    select d.report_id, b.data, d.is_file, coalesce(s.doctor_comments, d.doctor_comments) as doctor_comments,
           coalesce(s.is_reviewed, d.is_reviewed) as is_reviewed, d.created_at, w.name as drafted_by,
           coalesce(f.name, u.name) as patient_name,
           case when f.id is null then u.date_of_birth else f.date_of_birth end as date_of_birth,
           case when f.id is null then u.gender else f.gender end as sex,
           case when d.outcome = 'returned' then d.ended_at end as returned_at, r.name as returned_by, d.return_reason,
           exists (select from critical_calls c where c.booking_id = d.booking_id and c.closed_at is null and ${isRecorded}) as has_open_call
      from report_drafts d
      join ${readTable(view, 'bookings')} b on b.id = d.booking_id
      left join report_submissions s on s.report_id = d.report_id
      left join users u on u.id = (b.data->>'customerId')::uuid
      left join family_members f on f.id = (b.data->>'familyMemberId')::uuid
      left join users w on w.id = d.drafted_by
      left join users r on r.id = d.returned_by
     where d.lab_partner_id = ${labPartnerId} and b.lab_partner_id = ${labPartnerId}
       and (d.outcome is null or d.outcome = 'returned')
       and b.data->'draft'->>'id' = d.report_id::text and b.data->>'status' <> 'cancelled' and ${only}
     order by d.created_at, d.report_id limit ${mostListed}`
}

export const listReportDrafts = serveRead(
  reportSignOffCalls.listReportDrafts,
  async ({ caller, reply }, { barrier, replicas, audit, now }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    // one that waits keeps its booking open, however old it is
    const only = sql.fragment`(d.outcome is null or d.created_at > ${reportsOpenSince(now()).toISOString()})`
    const rows = await view.reads.any(selectDrafts(view, labOf(caller), only))
    await audit.recordLooks(
      caller,
      rows.map(({ data: { bookingId, customerId } }) => ({
        action: 'patient-seen',
        userId: customerId,
        object: `booking:${bookingId}`,
      })),
    )
    return rows.map((row) => presentDraft(row, now()))
  },
)

export const getReportDraft = serveRead(
  reportSignOffCalls.getReportDraft,
  async ({ caller, params, reply }, { barrier, replicas, logDb, audit, now }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const only = sql.fragment`d.report_id = ${params.id}`
    const row = await view.reads.maybeOne(selectDrafts(view, labOf(caller), only))
    if (!row) throw new AppError('not-found')
    if (row.returnedAt && row.createdAt <= reportsOpenSince(now())) throw new AppError('report-closed')
    const { reportId, data, doctorComments, isReviewed, isFile, hasOpenCall } = row
    const ids = [reportId, ...(data.report ? [data.report.id] : [])]
    const read = await readResults(logDb, ids)
    const results = read.get(reportId) ?? []
    const { sections, notReported } = await arrangeReport(logDb, data.lines, results)
    // without those in a unit of which the others are not
    const compared = results.flatMap(({ foreignUnit, parameter }) =>
      foreignUnit === null ? [parameter] : [],
    )
    const last = await readLastResults(logDb, data, compared)
    await recordLastSeen(audit, caller, data, last.values())
    await recordOpening(audit, caller, data, reportId)
    return {
      ...presentDraft(row, now()),
      doctorComments,
      isReviewed,
      hasOpenCall,
      sections: sections.map((section) => ({ ...section, results: section.results.map(presentResult) })),
      earlier: [...last].map(([code, { text, on }]) => ({ code, text, on })),
      notReported: isFile ? [] : notReported,
      released: data.report && {
        version: data.report.version,
        changes: changesBetween(read.get(data.report.id) ?? [], results),
      },
      reportFileUrl: isFile ? `${filesPath}/health-reports/${reportId}` : null,
    }
  },
)

function presentDraft(row: DraftRow, now: Date): ReportDraft {
  const { reportId, data, createdAt, dateOfBirth, returnedAt, returnReason } = row
  return {
    id: reportId,
    bookingId: data.bookingId,
    orderNumber: data.orderNumber,
    tests: data.lines.map(({ name }) => name),
    patient: {
      name: row.patientName ?? 'Not recorded',
      age: dateOfBirth === null ? null : ageOn(dateOfBirth, istDate(now)),
      sex: row.sex,
    },
    version: data.draft?.version ?? 1,
    draftedAt: createdAt.toISOString(),
    draftedBy: row.draftedBy,
    isFile: row.isFile,
    returned: returnedAt && {
      at: returnedAt.toISOString(),
      by: row.returnedBy,
      reason: returnReason ?? '',
    },
  }
}
