import type { Audit } from '@jaanch/account/audit/audit'
import { listWithheld } from '@jaanch/account/people/relative-consent'
import type { BookingView } from '@jaanch/booking/booking-view'
import { presentBookingRow, showPeople } from '@jaanch/booking/list/bookings'
import type { Caller } from '@jaanch/contracts/caller'
import { headers } from '@jaanch/contracts/http/headers'
import { sendFile } from '@jaanch/platform/files/send-file'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier } from '@jaanch/platform/reads/read-tables'
import { sql } from 'slonik'
import type { z } from 'zod'
import { healthReportCalls } from '../api.ts'
import { readResultsToCome } from '../page/results-to-come.ts'
import { findReportFile } from './find-report.ts'
import { listedReportRow, presentReport, selectReports } from './table.ts'

export const listHealthReports = serveRead(
  healthReportCalls.listHealthReports,
  async ({ query, caller, request, reply }, { barrier, replicas, db, logDb, audit, now }) => {
    const { limit } = query
    const after = decodeCursor(query.cursor)
    const view = await passBarrier({ barrier, replicas }, reply)
    const rows = await view.reads.any(
      sql.type(listedReportRow)`${selectReports(view, { caller, after, limit, now: now() })}`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    linkIfFull({ request, reply, limit }, rows, (last) => ({
      at: last.releasedAt.toISOString(),
      id: last.reportId,
    }))
    const bookings = await showPeople({ audit, now }, caller, rows.map(presentBookingRow))
    await audit.recordListed(caller, rows.length)
    if (caller.role !== 'customer') await recordComments(audit, caller, rows)
    const withheld =
      caller.role === 'customer' ? await listWithheld({ db, now }, caller.userId) : new Set<string>()
    const toCome = await readResultsToCome(
      logDb,
      rows.map(({ reportId, reportVersion, data }) => ({ reportId, version: reportVersion, booking: data })),
    )
    return rows.map((row, index) =>
      presentReport(row, bookings[index] as BookingView, {
        toCome: toCome.get(row.reportId),
        needsConsent: withheld.has(row.data.familyMemberId ?? ''),
      }),
    )
  },
)

export const downloadHealthReport = serveCall(
  healthReportCalls.downloadHealthReport,
  async (call, { downloads, db, logDb, audit, now }) =>
    sendFile(downloads, call, {
      ...(await findReportFile({ db, logDb, audit, now }, call.params.id, call.caller)),
      kind: 'attachment',
    }),
)

export const openHealthReportFile = serveCall(
  healthReportCalls.openHealthReportFile,
  async (call, { downloads, db, logDb, audit, now }) =>
    sendFile(downloads, call, {
      ...(await findReportFile({ db, logDb, audit, now }, call.params.id, call.caller)),
      kind: 'inline',
    }),
)

/** The doctors' comments that a list shows to a lab or an admin. */
function recordComments(
  audit: Audit,
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
