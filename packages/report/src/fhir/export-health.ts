import { Readable } from 'node:stream'
import type { Audit } from '@jaanch/account/audit/audit'
import { refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import type { BookingSummary } from '@jaanch/booking/booking'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { onceOver } from '@jaanch/platform/http/request-gates'
import type { Log } from '@jaanch/platform/logging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { interoperabilityCalls } from '../interoperability-api.ts'
import { openBooking, recordOpening, versionName } from '../list/find-report.ts'
import type { Patient } from '../report-rows.ts'
import { fhirContentType } from './api.ts'
import { type ReleasedReport, readExportedReports } from './exported-reports.ts'
import { collectionText, documentOf } from './fhir-out.ts'

type Parts = Reads & {
  db: DatabasePool
  logDb: pg.Pool
  audit: Audit
  bounds: Bounds
  publicUrl: string
  log: Log
  now: () => Date
}

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
  patient: z.custom<Patient | null>(),
}
const reportRow = z.object({ ...versionShape, reportId: z.uuid(), booking: z.custom<BookingSummary>() })

/** All latest reports of one person as a FHIR collection, written while the client takes it. */
export function registerExportHealth(app: FastifyInstance, parts: Parts): void {
  const { audit, now, log } = parts
  const gate = createGate({ name: 'health exports', capacity: exportsAtOnce, capacityPerCaller: 1 })

  app.serveUnplaced(interoperabilityCalls.exportHealth, async ({ query, caller, request, reply }) => {
    const { userId } = caller
    const view = await passBarrier(parts, reply)
    const familyMemberId = query.person === 'self' ? null : query.person
    // also of somebody else's family: there is none
    await refuseWithoutConsent(parts, caller, familyMemberId)
    onceOver(request, reply, await gate.enter(userId))
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
    const text = collectionText(inParts(parts, found), { id, at, idOf: appendIdOf })
    const stream = Readable.from(text)
    stream.on('error', (error) => log.warn({ err: error }, 'a health export ended early'))
    // who does not take it for so long gives the place to others
    request.raw.socket.setTimeout(parts.bounds.bodySilenceMs)
    setFhirHeaders(reply, `jaanch-health-${at.slice(0, 10)}.json`)
    reply.send(stream)
    return undefined
  })
}

async function* inParts(parts: Parts, reports: readonly ReleasedReport[]) {
  for (let from = 0; from < reports.length; from += reportsAtOnce) {
    yield await readExportedReports(parts, reports.slice(from, from + reportsAtOnce))
  }
}

const foundRow = z.object({ ...versionShape, bookingId: z.uuid(), lastVersionAt: z.date() })

/** A report of any version as a FHIR document, for those who may open its PDF; the read is recorded like that one. */
export function registerGetReportAsFhir(app: FastifyInstance, parts: Parts): void {
  const { db, audit, now } = parts

  app.serve(interoperabilityCalls.getReportAsFhir, async ({ params, caller, reply }) => {
    const reportId = params.id
    const row = await db.maybeOne(sql.type(foundRow)`
      select booking_id, version, created_at as released_at, doctor_comments, is_reviewed, patient,
             (select max(created_at) from health_reports v where v.booking_id = h.booking_id) as last_version_at
        from health_reports h where id = ${reportId}`)
    if (!row) throw new AppError('not-found')
    const booking = await openBooking(parts, row, caller)
    const [exported] = await readExportedReports(parts, [{ ...row, reportId, booking }])
    if (!exported) throw new AppError('not-found')
    await recordOpening(audit, caller, booking, reportId, 'fhir')
    setFhirHeaders(reply, `${versionName(booking, row.version)}.json`)
    reply.send(JSON.stringify(documentOf(exported, appendIdOf, now().toISOString())))
    return undefined
  })
}

/** @param name of the file to save, in ASCII */
function setFhirHeaders(reply: FastifyReply, name: string): void {
  reply
    .header('content-type', `${fhirContentType}; charset=utf-8`)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    // another person may use this browser next
    .header('cache-control', 'private, no-store')
}
