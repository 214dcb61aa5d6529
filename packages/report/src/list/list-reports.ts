import type { Audit } from '@jaanch/account/audit/audit'
import { findConsent, listWithheld, refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import type { BookingView } from '@jaanch/booking/booking-view'
import { reportsOpenSince } from '@jaanch/booking/collection-window'
import { findBooking } from '@jaanch/booking/command-booking'
import { presentBookingRow } from '@jaanch/booking/list/bookings'
import { showPeople } from '@jaanch/booking/list/show-people'
import { bookings } from '@jaanch/booking/visit/command-visit'
import { normalRange, parameterRow } from '@jaanch/catalogue/packages/package-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { type Downloads, sendFile } from '@jaanch/platform/files/send-file'
import { decodeCursor, linkIfFull } from '@jaanch/platform/reads/paging'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import { passBarrier, passBarrierIfLive, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { healthReportCalls } from '../api.ts'
import { reportFormCalls } from '../entry/api.ts'
import { reportPageCalls } from '../page/api.ts'
import { findPageRow, listVersions, presentReportPage } from '../page/report-page.ts'
import { readResultsToCome } from '../page/results-to-come.ts'
import { readCurrentReport } from './current-report.ts'
import { findReportFile, recordOpening } from './find-report.ts'
import { listedReportRow, presentReport, selectReports } from './report-list-rows.ts'

type Parts = Downloads &
  Reads &
  EventLog & { db: DatabasePool; readPrepared: ReadPrepared; audit: Audit; now: () => Date }

export function registerListReports(app: FastifyInstance, parts: Parts): void {
  app.serveUnplaced(healthReportCalls.listHealthReports, async ({ query, caller, request, reply }) => {
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

  app.serve(healthReportCalls.downloadHealthReport, async (call) =>
    sendFile(parts, call, {
      ...(await findReportFile(parts, call.params.id, call.caller)),
      kind: 'attachment',
    }),
  )

  app.serve(healthReportCalls.openHealthReportFile, async (call) =>
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

  app.serveUnplaced(reportPageCalls.getHealthReport, async ({ params, caller, reply }) => {
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

  app.serve(reportFormCalls.getReportForm, async ({ params, caller }) => {
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

  app.serve(reportFormCalls.getRecordedResults, async ({ params, caller }) => {
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
