import type { NewReport } from '@jaanch/storage/reports'
import type pg from 'pg'

/**
 * Stores the PDF of a report. The same report made again is the same file, and new again: files without a report are collected
 * after a day.
 * @returns false if the customer was erased: nothing is stored then
 */
export async function storeReportFile(
  pool: pg.Pool,
  { id, bookingId, customerId }: Pick<NewReport, 'id' | 'bookingId' | 'customerId'>,
  bytes: Buffer,
  requestHash: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with person as (select from users where id = $5 and erased_at is null for key share)
     insert into health_report_files (report_id, booking_id, content_type, bytes, request_hash)
     select $1, $2, 'application/pdf', $3, $4 from person
     on conflict (report_id) do update
       set created_at = excluded.created_at,
           -- an upload of the same request, which came before there were values, is no PDF of the values
           bytes = case when exists (select from health_reports where id = $1) then health_report_files.bytes else excluded.bytes end`,
    [id, bookingId, bytes, requestHash, customerId],
  )
  return rowCount === 1
}
