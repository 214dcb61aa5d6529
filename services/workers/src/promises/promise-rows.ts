import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'

/** What was told about a report: half of such reports are there by `likelyBy`, nine of ten by `latestBy`. */
type Promised = {
  bookingId: string
  labPartnerId: string | null
  promisedAt: string
  likelyBy: string
  latestBy: string
}

export type PromiseRows = {
  /** Stores a promise, the first one of a booking */
  store(promise: Promised): Promise<void>
  /** Stores when the report of a booking came, if something was promised about it */
  keep(report: { bookingId: string; reportedAt: string }): Promise<void>
  /** Deletes what was told about the report of a booking, if something was */
  remove(bookingId: string): Promise<void>
}

export function createPromiseRows(pool: pg.Pool): PromiseRows {
  const none = (rows: readonly unknown[]) => rows.map(() => undefined)
  return {
    store: batchCalls(async (promises: Promised[]) => {
      await pool.query({
        name: 'store promises',
        text: `insert into report_promises (booking_id, lab_partner_id, promised_at, likely_by, latest_by)
               select distinct on (p."bookingId") p."bookingId", p."labPartnerId", p."promisedAt", p."likelyBy", p."latestBy"
                 from jsonb_to_recordset($1) as p ("bookingId" uuid, "labPartnerId" uuid, "promisedAt" timestamptz,
                      "likelyBy" timestamptz, "latestBy" timestamptz)
               on conflict (booking_id) do nothing`,
        values: [JSON.stringify(promises)],
      })
      return none(promises)
    }),
    keep: batchCalls(async (reports: { bookingId: string; reportedAt: string }[]) => {
      await pool.query({
        name: 'keep promises',
        // of the completion and the release in one batch, the later event
        text: `update report_promises p set reported_at = r."reportedAt"
                 from (select distinct on ("bookingId") * from rows from (
                        jsonb_to_recordset($1) as ("bookingId" uuid, "reportedAt" timestamptz)) with ordinality
                        as r ("bookingId", "reportedAt", n) order by "bookingId", n desc) r
                where p.booking_id = r."bookingId"`,
        values: [JSON.stringify(reports)],
      })
      return none(reports)
    }),
    remove: batchCalls(async (bookingIds: string[]) => {
      await pool.query({
        name: 'remove promises',
        text: 'delete from report_promises where booking_id = any ($1::uuid[])',
        values: [bookingIds],
      })
      return none(bookingIds)
    }),
  }
}
