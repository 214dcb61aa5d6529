import { type AppendRow, appendSql, encodeAppend, readAppendRow } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

/** A row of health_reports. */
export type ReportRow = {
  id: string
  bookingId: string
  customerId: string
  labPartnerId: string | null
  version: number
  doctorComments: string | null
  isReviewed: boolean
}

/** Keeps a report's PDF, once: the same report printed again is the same. */
export async function storeReportFile(
  pool: pg.Pool,
  reportId: string,
  bytes: Buffer,
  requestHash: string,
): Promise<void> {
  await pool.query(
    `insert into health_report_files (report_id, content_type, bytes, request_hash)
     values ($1, 'application/pdf', $2, $3) on conflict (report_id) do nothing`,
    [reportId, bytes, requestHash],
  )
}

/** Appends ReportReleased together with the report's row. */
export function releasing(pool: pg.Pool, appender: Appender, row: ReportRow): Appender {
  return {
    ...appender,
    append: (append) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `insert into health_reports
             (id, booking_id, customer_id, lab_partner_id, version, doctor_comments, is_reviewed, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', clock_timestamp()))
           on conflict (id) do nothing`,
          [
            row.id,
            row.bookingId,
            row.customerId,
            row.labPartnerId,
            row.version,
            row.doctorComments,
            row.isReviewed,
          ],
        )
        // the transaction's last statement: from here to the commit nobody else can append
        const { rows } = await client.query<AppendRow>(appendSql, [`[${encodeAppend(append)}]`])
        return readAppendRow(append.streamId, rows[0] as AppendRow)
      }),
  }
}
