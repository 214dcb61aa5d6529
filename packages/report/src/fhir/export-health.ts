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
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { openBooking, recordOpening, versionName } from '../list/find-report.ts'
import { familyMemberOf, type Patient } from '../table.ts'
import { fhirCalls, fhirContentType } from './api.ts'
import { type ReleasedReport, readExportedReports } from './exported-reports.ts'
import { collectionText, documentOf } from './fhir-out.ts'

type Services = Reads & {
  db: DatabasePool
  logDb: pg.Pool
  audit: Audit
  publicUrl: string
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

/** Bounds how many exports are written at the same time: each reads while its client receives. */
export type HealthExports = {
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
      // who does not take it for so long gives the place to others
      request.raw.socket.setTimeout(bounds.bodySilenceMs)
      setFhirHeaders(reply, name)
      reply.send(stream)
    },
  }
}

/** All latest reports of one person as a FHIR collection, written while the client takes it. */
export const exportHealth = serveRead(
  fhirCalls.exportHealth,
  async ({ query, caller, request, reply }, services) => {
    const { barrier, replicas, db, logDb, audit, publicUrl, healthExports, now } = services
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

async function* inParts(services: Pick<Services, 'logDb' | 'publicUrl'>, reports: readonly ReleasedReport[]) {
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
