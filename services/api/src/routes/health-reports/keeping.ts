import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { VersionConflictError } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import { type CommonQueryMethods, type DatabaseTransactionConnection, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { ReceivedFile } from '../../files/receive-file.ts'
import { appendWithin } from '../../http/append-within.ts'

const hashRow = z.object({ request_hash: z.string() })
const idRow = z.object({ id: z.uuid() })

/** @returns the hash of the request whose file, or whose values, are kept under this id, if there is one */
export async function hashOfKept(db: CommonQueryMethods, reportId: string): Promise<string | undefined> {
  const kept = await db.maybeOne(
    sql.type(hashRow)`
      select request_hash from health_report_files where report_id = ${reportId}
      union select request_hash from report_submissions where report_id = ${reportId} limit 1`,
  )
  return kept?.request_hash
}

/** @returns the hash of the request whose file is kept under this id: another one's if that came first */
export async function keepFile(
  db: CommonQueryMethods,
  reportId: string,
  file: ReceivedFile,
  requestHash: string,
): Promise<string | undefined> {
  await db.query(sql.unsafe`
    insert into health_report_files (report_id, content_type, bytes, request_hash)
    values (${reportId}, ${file.contentType}, ${sql.binary(file.bytes)}, ${requestHash})
    on conflict (report_id) do nothing`)
  return hashOfKept(db, reportId)
}

export type NewReport = {
  id: string
  bookingId: string
  customerId: string
  labPartnerId: string | null
  doctorComments: string | null
  isReviewed: boolean
}

/** Appends a ReportReleased together with the report's row. Two that want the same version are a conflict of versions. */
export function appenderOf({ appender, db, now }: Context, report: NewReport): Appender {
  return {
    ...appender,
    append: (append) =>
      db.transaction(async (tx) => {
        const version = versionIn(append.events as readonly BookingEvent[])
        const isOurs = await insertReport(tx, report, version, now())
        if (!isOurs) throw new VersionConflictError(append.streamId, version)
        return appendWithin(tx, append)
      }),
  }
}

function versionIn(events: readonly BookingEvent[]): number {
  for (const event of events) if (event.type === 'ReportReleased') return event.data.reportVersion
  throw new Error('No report is released')
}

/** @returns false where another report has this version. The same report written twice is there once. */
async function insertReport(
  tx: DatabaseTransactionConnection,
  report: NewReport,
  version: number,
  at: Date,
): Promise<boolean> {
  const { id, bookingId, customerId, labPartnerId, doctorComments, isReviewed } = report
  await tx.query(sql.unsafe`
    insert into health_reports (id, booking_id, customer_id, lab_partner_id, version, doctor_comments, is_reviewed, created_at)
    values (${id}, ${bookingId}, ${customerId}, ${labPartnerId}, ${version}, ${doctorComments}, ${isReviewed},
            ${at.toISOString()})
    on conflict do nothing`)
  const holder = await tx.one(sql.type(idRow)`
    select id from health_reports where booking_id = ${bookingId} and version = ${version}`)
  return holder.id === id
}
