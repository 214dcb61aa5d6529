import type { BookingView } from '@jaanch/contracts/http/bookings'
import { headers } from '@jaanch/contracts/http/headers'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { z } from 'zod'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { sendFile } from '../../files/send-file.ts'
import { serve } from '../../http/serve.ts'
import { presentBookingRow } from '../../read-models/bookings/bookings.ts'
import { showPeople } from '../../read-models/bookings/show-people.ts'
import { listedReportRow, presentReport, selectReports } from '../../read-models/health-reports.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier } from '../../reads/read-tables.ts'
import { findReportFile } from './find-report.ts'

export function registerListReports(app: FastifyInstance, context: Context): void {
  serve(app, context, healthReportRoutes.listHealthReports, async ({ query, caller, request, reply }) => {
    const { limit } = query
    const after = decodeCursor(query.cursor)
    const view = await passBarrier(context, reply)
    const rows = await view.reads.any(
      sql.type(listedReportRow)`${selectReports(view, { caller, after, limit, now: context.now() })}`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === limit) {
      linkNext(request, reply, { at: last.releasedAt.toISOString(), id: last.reportId })
    }
    const bookings = await showPeople(context, caller, rows.map(presentBookingRow))
    if (caller.role !== 'customer') await recordComments(context, caller, rows)
    return rows.map((row, index) => presentReport(row, bookings[index] as BookingView))
  })

  serve(app, context, healthReportRoutes.downloadHealthReport, async (call) =>
    sendFile(context, call, {
      ...(await findReportFile(context, call.params.id, call.caller)),
      kind: 'attachment',
    }),
  )

  serve(app, context, healthReportRoutes.openHealthReportFile, async (call) =>
    sendFile(context, call, {
      ...(await findReportFile(context, call.params.id, call.caller)),
      kind: 'inline',
    }),
  )
}

/** The doctors' comments that a list shows to a lab or an admin. */
function recordComments(
  { audit }: Pick<Context, 'audit'>,
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
