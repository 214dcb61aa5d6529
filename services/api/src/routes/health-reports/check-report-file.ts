import type { DatabasePool } from 'slonik'
import type { Caller } from '../../auth/caller.ts'
import { checkFile, type FileCheck } from '../../files/check-file.ts'
import type { ReceivedFile } from '../../files/receive-file.ts'
import type { Limits } from '../../limits/limits.ts'
import { refuseReportBytes } from './report-limits.ts'

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
