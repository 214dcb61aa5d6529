import type pg from 'pg'

/**
 * Stores the PDF of a report. The same report made again is the same file, and new again: files without a report are collected
 * after a day.
 */
export async function storeReportFile(
  pool: pg.Pool,
  reportId: string,
  bytes: Buffer,
  requestHash: string,
): Promise<void> {
  await pool.query(
    `insert into health_report_files (report_id, content_type, bytes, request_hash)
     values ($1, 'application/pdf', $2, $3) on conflict (report_id) do update set created_at = excluded.created_at`,
    [reportId, bytes, requestHash],
  )
}
