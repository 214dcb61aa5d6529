import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { headers } from '@jaanch/contracts/http/headers'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { readResultsToCome } from '@jaanch/storage/results-to-come'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import type { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'
import { type Downloads, sendFile } from '../../files/send-file.ts'
import { presentBookingRow } from '../../read-models/bookings/bookings.ts'
import { showPeople } from '../../read-models/bookings/show-people.ts'
import { listedReportRow, presentReport, selectReports } from '../../read-models/health-reports.ts'
import { listWithheld } from '../../read-models/relative-consent.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'
import { findReportFile } from './find-report.ts'

type Parts = Downloads & Reads & { db: DatabasePool; logDb: pg.Pool; audit: Audit; now: () => Date }

export function registerListReports(app: FastifyInstance, parts: Parts): void {
  app.serveUnplaced(healthReportRoutes.listHealthReports, async ({ query, caller, request, reply }) => {
    const { limit } = query
    const after = decodeCursor(query.cursor)
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(
      sql.type(listedReportRow)`${selectReports(view, { caller, after, limit, now: parts.now() })}`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === limit) {
      linkNext(request, reply, { at: last.releasedAt.toISOString(), id: last.reportId })
    }
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
