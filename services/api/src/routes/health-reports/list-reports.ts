import { AppError } from '@jaanch/contracts/errors'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { headers } from '@jaanch/contracts/http/headers'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { reportsOpenSince } from '@jaanch/domain/booking/collection-window'
import { readResultsToCome } from '@jaanch/storage/results-to-come'
import { bookings } from '@jaanch/storage/visit/visit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'
import type { EventLog } from '../../event-log.ts'
import { type Downloads, sendFile } from '../../files/send-file.ts'
import { presentBookingRow } from '../../read-models/bookings/bookings.ts'
import { showPeople } from '../../read-models/bookings/show-people.ts'
import { listedReportRow, presentReport, selectReports } from '../../read-models/health-reports.ts'
import { findConsent, listWithheld, refuseWithoutConsent } from '../../read-models/relative-consent.ts'
import { findPageRow, listVersions, presentReportPage } from '../../read-models/report-page.ts'
import { normalRange, parameterRow } from '../../read-models/test-parameters.ts'
import { decodeCursor, linkIfFull } from '../../reads/paging.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { passBarrier, passBarrierIfLive, type Reads } from '../../reads/read-tables.ts'
import { findBooking } from '../bookings/command-booking.ts'
import { readCurrentReport } from './current-report.ts'
import { findReportFile, recordOpening } from './find-report.ts'

type Parts = Downloads &
  Reads &
  EventLog & { db: DatabasePool; readPrepared: ReadPrepared; audit: Audit; now: () => Date }

export function registerListReports(app: FastifyInstance, parts: Parts): void {
  app.serveUnplaced(healthReportRoutes.listHealthReports, async ({ query, caller, request, reply }) => {
    const { limit } = query
    const after = decodeCursor(query.cursor)
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(
      sql.type(listedReportRow)`${selectReports(view, { caller, after, limit, now: parts.now() })}`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    linkIfFull({ request, reply, limit }, rows, (last) => ({
      at: last.releasedAt.toISOString(),
      id: last.reportId,
    }))
    const bookings = await showPeople(parts, caller, rows.map(presentBookingRow))
    await parts.audit.recordListed(caller, rows.length)
    if (caller.role !== 'customer') await recordComments(parts, caller, rows)
    const withheld = caller.role === 'customer' ? await listWithheld(parts, caller.userId) : new Set<string>()
    const toCome = await readResultsToCome(
      parts.logDb,
      rows.map(({ reportId, reportVersion, data }) => ({ reportId, version: reportVersion, booking: data })),
    )
    return rows.map((row, index) =>
      presentReport(row, bookings[index] as BookingView, {
        toCome: toCome.get(row.reportId),
        needsConsent: withheld.has(row.data.familyMemberId ?? ''),
      }),
    )
  })

  app.serve(healthReportRoutes.downloadHealthReport, async (call) =>
    sendFile(parts, call, {
      ...(await findReportFile(parts, call.params.id, call.caller)),
      kind: 'attachment',
    }),
  )

  app.serve(healthReportRoutes.openHealthReportFile, async (call) =>
    sendFile(parts, call, {
      ...(await findReportFile(parts, call.params.id, call.caller)),
      kind: 'inline',
    }),
  )
}

/** The doctors' comments that a list shows to a lab or an admin. */
function recordComments(
  { audit }: { audit: Audit },
  caller: Caller,
  rows: readonly z.output<typeof listedReportRow>[],
): Promise<void> {
  return audit.recordLooks(
    caller,
    rows
      .filter(({ doctorComments }) => doctorComments !== null)
      .map(({ reportId, data: { bookingId, customerId } }) => ({
        action: 'comments-seen',
        userId: customerId,
        object: `health-report:${reportId}`,
        details: { bookingId },
      })),
  )
}

/** The page of a released report, of any version. Reads of labs and admins are in the audit trail before the answer. */
export function registerGetReport(app: FastifyInstance, parts: Parts): void {
  const { db, logDb, audit, now } = parts

  /** When the family member agreed; null: nobody has to. @throws AppError consent-needed */
  async function consentTo(caller: Caller, familyMemberId: string | null): Promise<Date | null> {
    await refuseWithoutConsent(parts, caller, familyMemberId)
    if (caller.role !== 'customer' || familyMemberId === null) return null
    return (await findConsent(parts, caller, familyMemberId)).givenAt
  }

  app.serveUnplaced(reportPageRoutes.getHealthReport, async ({ params, caller, reply }) => {
    await passBarrierIfLive(parts, reply)
    const row = await findPageRow(db, params.id)
    if (!row) throw new AppError('not-found')
    const booking = await findBooking(parts, row.bookingId, caller)
    const versions = await listVersions(db, row.bookingId)
    const latest = versions[0]?.releasedAt ?? row.releasedAt
    if (caller.role === 'lab-partner' && latest <= reportsOpenSince(now()))
      throw new AppError('report-closed')
    const consentGivenAt = await consentTo(caller, booking.familyMemberId)
    if (caller.role !== 'customer') await recordOpening(audit, caller, booking, row.id)
    return presentReportPage(logDb, row, booking, { versions, consentGivenAt })
  })
}

const formRow = parameterRow.extend({ code: z.string(), options: z.array(z.string()).nullable() })

export function registerGetReportForm(
  app: FastifyInstance,
  parts: { db: DatabasePool; logDb: pg.Pool },
): void {
  const { db } = parts

  app.serve(reportFormRoutes.getReportForm, async ({ params, caller }) => {
    // from its stream, so that a lab can open the form of a booking that the read tables lack
    const { lines } = await findBooking(parts, params.id, caller)
    const packageIds = lines.map(({ packageId }) => packageId)
    // in the order of the packages; a parameter of two packages appears once
    const rows = await db.any(sql.type(formRow)`
      select p.code, p.name, p.unit, p.male_low, p.male_high, p.female_low, p.female_high, p.normal, p.options
        from (select c.code, min(o.place * 1000 + c.place) as place
                from unnest(${sql.array(packageIds, 'uuid')}) with ordinality o (id, place)
                join packages k on k.id = o.id
               cross join lateral unnest(k.parameter_codes) with ordinality c (code, place)
               group by c.code) wanted
        join parameters p on p.code = wanted.code order by wanted.place`)
    return rows.map((row) => ({
      code: row.code,
      name: row.name,
      unit: row.unit,
      options: row.options,
      normalRange: normalRange(row),
    }))
  })
}

/** The results that a submission is added to, drafts included. Whoever reads them has opened the report: that is in the audit trail. */
export function registerGetRecordedResults(app: FastifyInstance, parts: Parts): void {
  const { logDb, audit, now } = parts

  app.serve(reportFormRoutes.getRecordedResults, async ({ params, caller }) => {
    const booking = await findBooking(parts, params.id, caller)
    const { reportReleasedAt, draft } = booking
    const isClosed = reportReleasedAt !== null && new Date(reportReleasedAt) <= reportsOpenSince(now())
    if (caller.role === 'lab-partner' && isClosed && !draft) throw new AppError('report-closed')
    const { history } = await bookings.read(logDb, params.id)
    const { id, values } = await readCurrentReport(logDb, booking, history)
    if (id === undefined) return { reportId: null, results: [] }
    await recordOpening(audit, caller, booking, id)
    return {
      reportId: id,
      results: values.map(({ code, result: { text, foreignUnit } }) => ({ code, text, foreignUnit })),
    }
  })
}
