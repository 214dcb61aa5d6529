import { Readable } from 'node:stream'
import { refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import type { BookingSummary } from '@jaanch/booking/booking'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { type LabRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { onceOver } from '@jaanch/platform/http/request-gates'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { sql } from 'slonik'
import { z } from 'zod'
import { openBooking, recordOpening, versionName } from '../list/find-report.ts'
import { readResultsToCome } from '../page/results-to-come.ts'
import { readNames, readOrderedPackages } from '../page/sections.ts'
import { changesBetween, onlyAdds } from '../results/changes.ts'
import { collectedAtOf, presentResult, readResults } from '../results/table.ts'
import { familyMemberOf, type Patient, readPatient } from '../table.ts'
import { fhirCalls, fhirContentType } from './api.ts'
import { collectionText, documentOf, type ExportedReport } from './fhir-out.ts'

/** Ten years with a report each week are 520: more is no family's */
const mostReports = 500
/** Read and written together: about 1 MB of JSON at 100 results each */
const reportsAtOnce = 20
const exportsAtOnce = 4

const versionShape = {
  version: z.number(),
  releasedAt: z.date(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  /** As the report names the person; null: the customer was erased */
  patient: z.custom<Patient | null>(),
}
const reportRow = z.object({ ...versionShape, reportId: z.uuid(), booking: z.custom<BookingSummary>() })

/** Bounds how many exports are written at the same time: each reads while its client receives. */
type HealthExports = {
  /** @returns gives the place back. @throws BusyError */
  enter(userId: string): Promise<() => void>
  /** Sends a text while it is made; a client that takes none of it for long is cut off. @param name of the file to save, in ASCII */
  send(
    call: { request: FastifyRequest; reply: FastifyReply },
    name: string,
    text: AsyncIterable<string>,
  ): void
}

export function createHealthExports({ bounds, log }: { bounds: Bounds; log: Log }): HealthExports {
  const gate = createGate({ name: 'health exports', capacity: exportsAtOnce, capacityPerCaller: 1 })
  return {
    enter: (userId) => gate.enter(userId),
    send({ request, reply }, name, text) {
      const stream = Readable.from(text)
      stream.on('error', (error) => log.warn({ err: error }, 'a health export ended early'))
      // a client that takes nothing for so long gives its place to others
      request.raw.socket.setTimeout(bounds.bodySilenceMs)
      setFhirHeaders(reply, name)
      reply.send(stream)
    },
  }
}

/** All latest reports of one person as a FHIR collection, written while the client takes it. */
export const exportHealth = serveRead(
  fhirCalls.exportHealth,
  async (
    { query, caller, request, reply },
    { barrier, replicas, db, logDb, audit, publicUrl, healthExports, now },
  ) => {
    const { userId } = caller
    const view = await passBarrier({ barrier, replicas }, reply)
    const familyMemberId = familyMemberOf(query.person)
    // also of somebody else's family: there is none
    await refuseWithoutConsent({ db, now }, caller, familyMemberId)
    onceOver(request, reply, await healthExports.enter(userId))
    const found = await view.reads.any(sql.type(reportRow)`
      select h.id as report_id, h.version, h.created_at as released_at, h.doctor_comments, h.is_reviewed, h.patient, k.data as booking
        from health_reports h
       cross join lateral (
         select data from ${readTable(view, 'bookings')}
          where id = h.booking_id and report_id = h.id and customer_id = ${userId}
            and (data ->> 'familyMemberId')::uuid is not distinct from ${familyMemberId}::uuid offset 0
       ) k
       where h.customer_id = ${userId}
       order by h.created_at desc, h.id desc limit ${mostReports}`)
    const person = familyMemberId ?? userId
    await audit.record({
      action: 'data-exported',
      actor: actorOf(caller),
      userId,
      object: familyMemberId ? `family-member:${familyMemberId}` : `user:${userId}`,
      details: { as: 'fhir', reports: found.length },
    })
    const at = now().toISOString()
    const id = appendIdOf('health-export', person, at)
    const text = collectionText(inParts({ logDb, publicUrl }, found), { id, at, idOf: appendIdOf })
    healthExports.send({ request, reply }, `jaanch-health-${at.slice(0, 10)}.json`, text)
    return undefined
  },
)

async function* inParts(services: Parts, reports: readonly ReleasedReport[]) {
  for (let from = 0; from < reports.length; from += reportsAtOnce) {
    yield await readExportedReports(services, reports.slice(from, from + reportsAtOnce))
  }
}

const foundRow = z.object({ ...versionShape, bookingId: z.uuid(), lastVersionAt: z.date() })

/** A report of any version as a FHIR document, for those who may open its PDF; the read is recorded like that one. */
export const getReportAsFhir = serveCall(
  fhirCalls.getReportAsFhir,
  async ({ params, caller, reply }, { db, logDb, audit, publicUrl, now }) => {
    const reportId = params.id
    const row = await db.maybeOne(sql.type(foundRow)`
      select booking_id, version, created_at as released_at, doctor_comments, is_reviewed, patient,
             (select max(created_at) from health_reports v where v.booking_id = h.booking_id) as last_version_at
        from health_reports h where id = ${reportId}`)
    if (!row) throw new AppError('not-found')
    const booking = await openBooking({ db, logDb, now }, row, caller)
    const [exported] = await readExportedReports({ logDb, publicUrl }, [{ ...row, reportId, booking }])
    if (!exported) throw new AppError('not-found')
    await recordOpening(audit, caller, booking, reportId, 'fhir')
    setFhirHeaders(reply, `${versionName(booking, row.version)}.json`)
    reply.send(JSON.stringify(documentOf(exported, appendIdOf, now().toISOString())))
    return undefined
  },
)

/** @param name of the file to save, in ASCII */
function setFhirHeaders(reply: FastifyReply, name: string): void {
  reply
    .header('content-type', `${fhirContentType}; charset=utf-8`)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    // another person may use this browser next
    .header('cache-control', 'private, no-store')
}

/** A version of a report, and its booking. */
type ReleasedReport = z.output<typeof reportRow>

type Parts = { logDb: pg.Pool; publicUrl: string }

/**
 * Reports of one person, with all that an export says about them: eleven queries, however many reports. Who may see them is the caller's
 * to check.
 * @param reports at least one; all of the same person
 * @returns in the order of the reports
 */
async function readExportedReports(
  { logDb, publicUrl }: Parts,
  reports: readonly ReleasedReport[],
): Promise<ExportedReport[]> {
  const ids = reports.map(({ reportId }) => reportId)
  const bookings = reports.map(({ booking }) => booking)
  const [first] = bookings
  if (!first) return []
  const present = await readPatient(logDb, first)
  const packageIds = new Set(bookings.flatMap(({ lines }) => lines.map(({ packageId }) => packageId)))
  const versions = await readVersions(logDb, reports)
  const before = [...versions.values()].flatMap(({ replaces }) => replaces ?? [])
  const [toCome, results, told, labs, packages, people] = await Promise.all([
    readResultsToCome(logDb, reports),
    readResults(logDb, [...ids, ...before]),
    readCollected(logDb, ids),
    readLabs(logDb, ids),
    readOrderedPackages(logDb, [...packageIds]),
    readReleasers(logDb, ids),
  ])
  const names = await readNames(
    logDb,
    packages.flatMap(({ codes }) => codes),
  )
  const packageOf = new Map(packages.map((one) => [one.id, one]))
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
    const ordered = lines.flatMap(({ packageId }) => packageOf.get(packageId) ?? [])
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
