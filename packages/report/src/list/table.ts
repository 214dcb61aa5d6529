import type { BookingView } from '@jaanch/booking/booking-view'
import { bookingColumns, bookingRow, selectBookings } from '@jaanch/booking/list/bookings'
import { visibleBookings } from '@jaanch/booking/policies'
import { reportsOpenSince } from '@jaanch/booking/rules'
import type { Caller } from '@jaanch/contracts/caller'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { olderThan, type PageKey } from '@jaanch/platform/reads/paging'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { HealthReportView } from '../api.ts'
import type { ResultsToCome } from '../page/results-to-come.ts'

export const reportRow = z.object({
  reportId: z.uuid(),
  reportVersion: z.number(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  releasedAt: z.date(),
  earlier: z.array(z.object({ id: z.uuid(), version: z.number(), createdAt: z.string() })),
})
export type ReportRow = z.output<typeof reportRow>

export const listedReportRow = reportRow.extend(bookingRow.shape)

/** The superseded reports of a booking, the latest first. */
export function earlierThan(version: FragmentSqlToken, bookingId: FragmentSqlToken) {
  return sql.fragment`
    (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'version', e.version, 'createdAt', e.created_at)
              order by e.version desc), '[]')
       from health_reports e where e.booking_id = ${bookingId} and e.version < ${version}) as earlier`
}

export const reportColumns = sql.fragment`
  h.id as report_id, h.version as report_version, h.doctor_comments, h.is_reviewed, h.created_at as released_at,
  ${earlierThan(sql.fragment`h.version`, sql.fragment`h.booking_id`)}`

/**
 * A page of the latest reports that the caller may see, newest first. The booking's row decides which report
 * is the latest and who may see it; the condition on the report's own columns selects the index. Without `offset 0` the planner
 * joins all bookings with all reports, and sorts them.
 */
export function selectReports(
  view: { generation: number },
  { caller, after, limit, now }: { caller: Caller; after: PageKey | undefined; limit: number; now: Date },
) {
  const page = sql.fragment`
    select k.*, ${reportColumns}
      from health_reports h
     cross join lateral (
       select ${bookingColumns} from ${readTable(view, 'bookings')}
        where id = h.booking_id and report_id = h.id and ${visibleBookings(caller)} offset 0
     ) k
     where ${indexCondition(caller, now)}
       and ${olderThan(after, sql.fragment`h.created_at`, sql.fragment`h.id`)}
     order by h.created_at desc, h.id desc limit ${limit}`
  return sql.fragment`${selectBookings(view, page)} order by b.released_at desc, b.report_id desc`
}

function indexCondition(caller: Caller, now: Date) {
  if (caller.role === 'admin') return sql.fragment`true`
  return caller.role === 'customer'
    ? sql.fragment`h.customer_id = ${caller.userId}`
    : sql.fragment`h.lab_partner_id = ${caller.labPartnerId}
        and h.created_at > ${reportsOpenSince(now).toISOString()}::timestamptz`
}

/**
 * @param toCome of `readResultsToCome`; undefined: nothing is known to be to come
 * @param needsConsent the contents are withheld from the caller, who learns only that there is a report
 */
export function presentReport(
  row: ReportRow,
  booking: BookingView,
  { toCome, needsConsent = false }: { toCome: ResultsToCome | undefined; needsConsent?: boolean },
): HealthReportView {
  return {
    id: row.reportId,
    booking,
    reportFileUrl: pathOf(row.reportId),
    doctorComments: needsConsent ? null : row.doctorComments,
    isReviewed: row.isReviewed,
    createdAt: row.releasedAt.toISOString(),
    version: row.reportVersion,
    needsConsent,
    toCome: needsConsent ? [] : (toCome?.names ?? []),
    earlier: row.earlier.map(({ id, version, createdAt }) => ({
      id,
      version,
      reportFileUrl: pathOf(id),
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}

function pathOf(reportId: string): string {
  return `${filesPath}/health-reports/${reportId}`
}
