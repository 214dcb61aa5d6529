import { checkFile, countRefused, type FileCheck } from '@jaanch/account/uploads/check-file'
import type { BookingEvent } from '@jaanch/booking/events'
import type { Caller } from '@jaanch/contracts/caller'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import { type Limits, refuseBeyond } from '@jaanch/platform/limits/limits'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { reportFileLimit, reportFileTexts } from '../report-file.ts'
import { countReports } from '../report-version.ts'

const dayMs = 24 * 60 * 60 * 1_000
const bytesRow = z.object({ bytes: z.number() })

/**
 * @param history all of the booking's events
 * @throws TooManyError if the booking has as many corrections and files as it may, with drafts
 */
export function refuseManyReports({ limits }: { limits: Limits }, history: readonly BookingEvent[]): void {
  refuseBeyond(limits.reportVersions, countReports(history))
}

/**
 * Whether a lab may upload a file of this size today; admins always may. Files that were refused count too.
 * @param reportId its own file, which an earlier attempt may have stored, counts once. @throws TooManyError
 */
async function refuseReportBytes(
  { db, limits, now }: { db: DatabasePool; limits: Limits; now: () => Date },
  { caller, reportId, size }: { caller: Caller; reportId: string; size: number },
): Promise<void> {
  const { labPartnerId } = caller
  if (labPartnerId === null) return
  const since = new Date(now().getTime() - dayMs).toISOString()
  const { bytes } = await db.one(sql.type(bytesRow)`
    select coalesce(sum(size), 0) as bytes from health_report_files
     where lab_partner_id = ${labPartnerId} and created_at > ${since} and report_id <> ${reportId}`)
  const refused = await countRefused(db, caller, since)
  refuseBeyond(limits.reportBytes, bytes + refused.bytes + size - 1)
}

/** A report that comes as a file is a PDF. */
export const reportFileRules = {
  types: ['application/pdf'],
  limit: reportFileLimit,
  texts: reportFileTexts,
} as const

/**
 * Checks a file of a report, whether it was uploaded or came in a message: the bytes of the lab's day, malware, and whether it can be opened.
 * @throws AppError, TooManyError
 */
export async function checkReportFile(
  parts: FileCheck & { db: DatabasePool; limits: Limits; now: () => Date },
  caller: Caller,
  file: ReceivedFile,
  { bookingId, reportId }: { bookingId: string; reportId: string },
): Promise<void> {
  await refuseReportBytes(parts, { caller, reportId, size: file.bytes.length })
  await checkFile(parts, caller, file, bookingId)
}
