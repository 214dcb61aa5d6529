import type { BookingSummary } from '@jaanch/booking/booking'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { type LabRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import type pg from 'pg'
import { readResultsToCome } from '../page/results-to-come.ts'
import { readNames } from '../page/sections.ts'
import { changesBetween, onlyAdds } from '../results/changes.ts'
import { collectedAtOf, presentResult, readResults } from '../results/table.ts'
import { type Patient, readPatient } from '../table.ts'
import type { ExportedReport } from './fhir-out.ts'

/** A version of a report, and its booking. */
export type ReleasedReport = {
  reportId: string
  version: number
  releasedAt: Date
  doctorComments: string | null
  isReviewed: boolean
  /** As the report names the person; null: the customer was erased */
  patient: Patient | null
  booking: BookingSummary
}

type Parts = { logDb: pg.Pool; publicUrl: string }

/**
 * Reports of one person, with all that an export says about them: eleven queries, however many reports. Who may see them is the caller's
 * to check.
 * @param reports at least one; all of the same person
 * @returns in the order of the reports
 */
export async function readExportedReports(
  { logDb, publicUrl }: Parts,
  reports: readonly ReleasedReport[],
): Promise<ExportedReport[]> {
  const ids = reports.map(({ reportId }) => reportId)
  const bookings = reports.map(({ booking }) => booking)
  const [first] = bookings
  if (!first) return []
  const present = await readPatient(logDb, first)
  const packageIds = bookings.flatMap(({ lines }) => lines.map(({ packageId }) => packageId))
  const versions = await readVersions(logDb, reports)
  const before = [...versions.values()].flatMap(({ replaces }) => replaces ?? [])
  const [toCome, results, told, labs, packages, people] = await Promise.all([
    readResultsToCome(logDb, reports),
    readResults(logDb, [...ids, ...before]),
    readCollected(logDb, ids),
    readLabs(logDb, ids),
    readPackages(logDb, packageIds),
    readReleasers(logDb, ids),
  ])
  const names = await readNames(
    logDb,
    [...packages.values()].flatMap(({ codes }) => codes),
  )
  return reports.map(({ reportId: id, booking, ...report }) => {
    const { lines, customerId, familyMemberId, orderNumber } = booking
    const current = results.get(id) ?? []
    const { replaces = null, isSuperseded = false } = versions.get(id) ?? {}
    const changes = changesBetween(replaces === null ? [] : (results.get(replaces) ?? []), current) ?? []
    const corrected = changes.flatMap(({ code, before, after }) =>
      before !== null && after !== null ? [code] : [],
    )
    const found = current.map(presentResult)
    const { relationship: _, corrected: __, ...patient } = report.patient ?? present
    const reported = new Set(found.map(({ code }) => code))
    const ordered = lines.flatMap(({ packageId }) => packages.get(packageId) ?? [])
    const codes = new Set(found.length > 0 ? ordered.flatMap((one) => one.codes) : [])
    return {
      id,
      bookingId: booking.bookingId,
      version: report.version,
      replaces,
      isSuperseded,
      change: replaces === null ? null : onlyAdds(changes) ? ('more' as const) : ('amended' as const),
      corrected,
      orderNumber,
      releasedAt: report.releasedAt.toISOString(),
      collectedAt: collectedAtOf(booking, told.get(id) ?? null)?.toISOString() ?? null,
      title: lines.map(({ name }) => name).join(', '),
      patient: { id: familyMemberId ?? customerId, ...patient },
      lab: labs.get(id) ?? { id: 'jaanch', name: 'Jaanch', license: null },
      releasedBy: people.get(id) ?? null,
      isReviewed: report.isReviewed,
      comments: report.doctorComments,
      specimens: [...new Set(ordered.flatMap(({ specimens }) => specimens))],
      results: found,
      isPartial: toCome.has(id),
      missing: [...codes].filter((code) => !reported.has(code)).flatMap((code) => names.get(code) ?? []),
      pdfUrl: `${publicUrl}${filesPath}/health-reports/${id}`,
    }
  })
}

type Version = { replaces: string | null; isSuperseded: boolean }

/** The versions before and after each report, by its id. */
async function readVersions(
  pool: pg.Pool,
  reports: readonly ReleasedReport[],
): Promise<Map<string, Version>> {
  const { rows } = await pool.query<Version & { id: string }>(
    `select h.id,
            (select p.id from health_reports p where p.booking_id = h.booking_id and p.version < h.version
              order by p.version desc limit 1) as replaces,
            exists (select from health_reports n where n.booking_id = h.booking_id and n.version > h.version) as "isSuperseded"
       from health_reports h where h.id = any($1)`,
    [reports.map(({ reportId }) => reportId)],
  )
  return new Map(rows.map(({ id, ...version }) => [id, version]))
}

/** When a laboratory's system said that the specimens were collected, by report. */
async function readCollected(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; at: Date }>(
    `select report_id as id, collected_at as at from report_submissions
      where report_id = any($1) and collected_at is not null`,
    [ids],
  )
  return new Map(rows.map(({ id, at }) => [id, at.toISOString()]))
}

/** The labs as the reports name them, by report. */
async function readLabs(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, ExportedReport['lab']>> {
  const { rows } = await pool.query<ExportedReport['lab'] & { reportId: string }>(
    `select id as "reportId", lab_partner_id as id, lab ->> 'name' as name, lab ->> 'license' as license
       from health_reports where id = any($1) and lab is not null`,
    [ids],
  )
  return new Map(rows.map(({ reportId, ...lab }) => [reportId, lab]))
}

type Ordered = { id: string; codes: string[]; specimens: string[] }

async function readPackages(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, Ordered>> {
  const { rows } = await pool.query<Ordered>(
    `select id, parameter_codes as codes,
            array(select s ->> 'specimen' from jsonb_array_elements(specimens) s) as specimens
       from packages where id = any($1)`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((one) => [one.id, one]))
}

type Releaser = { reportId: string; id: string; name: string; role: LabRole }

/** The person of the laboratory who released each report, in the role of that time; none for reports of admins. */
async function readReleasers(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ExportedReport['releasedBy']>>> {
  const { rows } = await pool.query<Releaser>(
    `select h.id as "reportId", u.id, u.name, h.released_role as role
       from health_reports h join users u on u.id = h.released_by
      where h.id = any($1) and h.released_role <> 'admin'`,
    [ids],
  )
  return new Map(
    rows.map(({ reportId, id, name, role }) => [
      reportId,
      { id, name, isPathologist: role === 'pathologist', role: labRoleNames[role] ?? role },
    ]),
  )
}
