import { AppError } from '@jaanch/contracts/errors'
import { interoperabilityRoutes } from '@jaanch/contracts/http/interoperability'
import { reportsOpenSince } from '@jaanch/domain/booking/collection-window'
import { documentOf } from '@jaanch/domain/report/fhir-out'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Patient } from '@jaanch/storage/reports'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { findBooking } from '../bookings/command-booking.ts'
import { refuseWithoutConsent } from './consent.ts'
import { readExportedReports } from './exported-reports.ts'
import { setFhirHeaders } from './fhir-headers.ts'

type Parts = { db: DatabasePool; logDb: pg.Pool; audit: Audit; publicUrl: string; now: () => Date }

const reportRow = z.object({
  bookingId: z.uuid(),
  version: z.number(),
  releasedAt: z.date(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  patient: z.custom<Patient | null>(),
  lastVersionAt: z.date(),
})

/** A report of any version as a FHIR document, for those who may open its PDF; the read is recorded like that one. */
export function registerGetReportAsFhir(app: FastifyInstance, parts: Parts): void {
  const { db, audit, now } = parts

  app.serve(interoperabilityRoutes.getReportAsFhir, async ({ params, caller, reply }) => {
    const reportId = params.id
    const row = await db.maybeOne(sql.type(reportRow)`
      select booking_id, version, created_at as released_at, doctor_comments, is_reviewed, patient,
             (select max(created_at) from health_reports v where v.booking_id = h.booking_id) as last_version_at
        from health_reports h where id = ${reportId}`)
    if (!row) throw new AppError('not-found')
    const { bookingId, lastVersionAt, ...report } = row
    const booking = await findBooking(parts, bookingId, caller)
    if (caller.role === 'lab-partner' && lastVersionAt <= reportsOpenSince(now()))
      throw new AppError('report-closed')
    await refuseWithoutConsent(parts, caller, booking.familyMemberId)
    const [exported] = await readExportedReports(parts, [{ ...report, reportId, booking }])
    if (!exported) throw new AppError('not-found')
    await audit.record({
      action: 'report-opened',
      actor: actorOf(caller),
      userId: booking.customerId,
      object: `health-report:${reportId}`,
      details: { bookingId, as: 'fhir' },
    })
    const reference = booking.orderNumber ?? bookingId.slice(0, 8)
    const suffix = report.version > 1 ? `-v${report.version}` : ''
    setFhirHeaders(reply, `jaanch-report-${reference}${suffix}.json`)
    reply.send(JSON.stringify(documentOf(exported, appendIdOf, now().toISOString())))
    return undefined
  })
}
