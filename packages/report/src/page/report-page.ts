/** The page of a report, from the rows of the report and the stream of its booking. */

import { labAddressText } from '@jaanch/account/labs/lab-address'
import { findConsent } from '@jaanch/account/people/relative-consent'
import type { BookingSummary } from '@jaanch/booking/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { labRoles } from '@jaanch/contracts/staff-roles'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrierIfLive } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { openBooking, recordOpening } from '../list/find-report.ts'
import type { ResultView } from '../results/api.ts'
import { changesBetween, onlyAdds } from '../results/changes.ts'
import { collectedAtOf, presentResult, readResults } from '../results/table.ts'
import { type Patient, presentPatient, type ReportedLab, readPatient } from '../table.ts'
import { type ReportPageView, reportPageCalls } from './api.ts'
import { explanationsOf } from './explanations.ts'
import { readResultsToCome } from './results-to-come.ts'
import { arrangeReport } from './sections.ts'

/** The page of a released report, of any version. Reads of labs and admins are in the audit trail before the answer. */
export const getHealthReport = serveRead(
  reportPageCalls.getHealthReport,
  async ({ params, caller, reply }, { barrier, replicas, db, logDb, audit, now }) => {
    await passBarrierIfLive({ barrier, replicas }, reply)
    const row = await findPageRow(db, params.id)
    if (!row) throw new AppError('not-found')
    const { bookingId } = row
    const versions = await listVersions(db, bookingId)
    const lastVersionAt = versions[0]?.releasedAt ?? row.releasedAt
    const booking = await openBooking({ db, logDb, now }, { bookingId, lastVersionAt }, caller)
    const { familyMemberId } = booking
    const isOfMember = caller.role === 'customer' && familyMemberId !== null
    const consent = isOfMember ? await findConsent({ db, now }, caller, familyMemberId) : null
    if (caller.role !== 'customer') await recordOpening(audit, caller, booking, row.id)
    return presentReportPage(logDb, row, booking, { versions, consentGivenAt: consent?.givenAt ?? null })
  },
)

const pageRow = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  version: z.number(),
  releasedAt: z.date(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  releasedRole: z.enum([...labRoles, 'admin']),
  releasedName: z.string().nullable(),
  /** As it was when the report was released; null: an admin released it without a lab */
  lab: z.custom<ReportedLab | null>(),
  collectedAt: z.date().nullable(),
  hasFile: z.boolean(),
  attachments: z.array(z.object({ id: z.uuid(), at: z.string() })),
  /** null: the customer was erased */
  patient: z.custom<Patient | null>(),
})
type PageRow = z.output<typeof pageRow>

const versionRow = z.object({ id: z.uuid(), version: z.number(), releasedAt: z.date() })
type VersionRow = z.output<typeof versionRow>

/** A released report; null if there is none. */
function findPageRow(db: CommonQueryMethods, reportId: string): Promise<PageRow | null> {
  return db.maybeOne(sql.type(pageRow)`
    select h.id, h.booking_id, h.version, h.created_at as released_at, h.doctor_comments, h.is_reviewed, h.released_role,
           u.name as released_name, h.lab, s.collected_at,
           exists (select from health_report_files f where f.report_id = h.id and length(f.bytes) > 0) as has_file, h.patient,
           coalesce((select jsonb_agg(jsonb_build_object('id', f.report_id, 'at', f.created_at) order by f.created_at)
                       from health_report_files f where f.report_id = any(h.attachments) and length(f.bytes) > 0), '[]') as attachments
      from health_reports h
      left join users u on u.id = h.released_by
      left join report_submissions s on s.report_id = h.id
     where h.id = ${reportId}`)
}

/** All versions of a booking's report, the latest first. */
async function listVersions(db: CommonQueryMethods, bookingId: string): Promise<readonly VersionRow[]> {
  return db.any(sql.type(versionRow)`
    select id, version, created_at as released_at from health_reports
     where booking_id = ${bookingId} order by version desc`)
}

/** @param consentGivenAt null: it needs nobody's */
async function presentReportPage(
  pool: pg.Pool,
  row: PageRow,
  booking: BookingSummary,
  { versions, consentGivenAt }: { versions: readonly VersionRow[]; consentGivenAt: Date | null },
): Promise<ReportPageView> {
  const previous = versions.find(({ version }) => version < row.version)
  const patient = row.patient ?? (await readPatient(pool, booking))
  const read = await readResults(pool, [row.id, ...(previous ? [previous.id] : [])])
  const results = read.get(row.id) ?? []
  const changes = changesBetween((previous && read.get(previous.id)) ?? [], results)
  const open = await readResultsToCome(pool, [{ reportId: row.id, version: row.version, booking }])
  const toCome = open.get(row.id)
  const { sections, notReported } = await arrangeReport(pool, booking.lines, results, toCome?.codes)
  const collectedAt = collectedAtOf(booking, row.collectedAt?.toISOString() ?? null)
  const on = istDate(collectedAt ?? row.releasedAt)
  const shown = sections.map((section) => ({ ...section, results: section.results.map(presentResult) }))
  const ordered = shown.flatMap((section) => section.results)
  return {
    id: row.id,
    bookingId: row.bookingId,
    orderNumber: booking.orderNumber,
    tests: booking.lines.map(({ name }) => name),
    patient: {
      ...presentPatient(patient, on),
      familyMemberId: booking.familyMemberId,
      relationship: patient.relationship,
    },
    lab: row.lab && { name: row.lab.name, address: labAddressText(row.lab) },
    releasedBy: releaserOf(row),
    releasedAt: row.releasedAt.toISOString(),
    collectedAt: collectedAt?.toISOString() ?? null,
    isReviewed: row.isReviewed,
    doctorComments: row.doctorComments,
    version: row.version,
    outOfRange: outOfRange(ordered),
    resultCount: ordered.length,
    sections: shown,
    toCome: toCome?.names ?? [],
    notReported: results.length === 0 ? [] : notReported,
    versions: versions.map(({ releasedAt, ...each }) => ({ ...each, releasedAt: releasedAt.toISOString() })),
    change: previous ? (onlyAdds(changes) ? 'more' : 'amended') : null,
    changes,
    hasFile: row.hasFile,
    reportFileUrl: `${filesPath}/health-reports/${row.id}`,
    attachments: row.attachments.map(({ id, at }) => ({
      url: `${filesPath}/health-reports/${id}`,
      addedAt: new Date(at).toISOString(),
    })),
    explanations: explanationsOf(ordered),
    consentGivenAt: consentGivenAt?.toISOString() ?? null,
  }
}

function releaserOf({ releasedRole, releasedName }: PageRow): ReportPageView['releasedBy'] {
  return { name: releasedRole === 'admin' ? null : releasedName, role: releasedRole }
}

/** Codes of what is low, high, critical or abnormal: critical results first, otherwise in their order. */
export function outOfRange(results: readonly Pick<ResultView, 'code' | 'flag'>[]): string[] {
  const flagged = results.filter(({ flag }) => flag !== null && flag !== 'normal')
  const isCritical = ({ flag }: (typeof flagged)[number]) => flag?.startsWith('critical') ?? false
  return [...flagged.filter(isCritical), ...flagged.filter((each) => !isCritical(each))].map(
    ({ code }) => code,
  )
}
