import { AppError } from '@jaanch/contracts/errors'
import { fileProblems } from '@jaanch/contracts/file-problems'
import { outsideDeadline } from '@jaanch/platform/deadline'
import type { Caller } from '../auth/caller.ts'
import { type PdfReader, PdfReaderError } from './pdf-reader.ts'
import type { PdfVerdict } from './read-pdf/answer.ts'
import type { ReceivedFile } from './receive-file.ts'
import { type MalwareCheck, refuseMalware, uncheckedText } from './refuse-malware.ts'
import { recordRefused } from './refused-files.ts'

export type FileCheck = MalwareCheck & { pdfReader: PdfReader }

const problems: Readonly<Record<Exclude<PdfVerdict, 'readable'>, string>> = {
  password: fileProblems.pdfPassword,
  'without-pages': fileProblems.pdfWithoutPages,
  unreadable: fileProblems.pdfUnreadable,
}

/** Viewers find the end of a PDF (ISO 32000-1, 7.5.5) if no more than this follows it, not counting blanks. Bytes */
const maxAfterEnd = 1_024

/**
 * What is done with every upload before it is stored, behind the limits of whoever sends it: a scan for malware, and for a PDF whether
 * anybody can open it. (Photos were looked at by `receiveFile`.) One that is refused counts among the uploads of the day.
 * @param bookingId what a lab uploads the file for
 * @throws AppError infected-file, unreadable-file; unavailable if the file can't be checked; BusyError
 */
export async function checkFile(
  parts: FileCheck,
  caller: Caller,
  file: ReceivedFile,
  bookingId: string | null = null,
): Promise<void> {
  try {
    await refuseMalware(parts, caller, file, bookingId)
    if (file.contentType === 'application/pdf') await refuseUnreadable(parts, caller, file.bytes)
  } catch (error) {
    await recordRefused(parts, caller, file.bytes.length, error)
    throw error
  }
}

/** It does not use the deadline of the request up. */
async function refuseUnreadable(
  { pdfReader, log }: FileCheck,
  { userId }: Caller,
  bytes: Buffer,
): Promise<void> {
  if (!hasEnd(bytes)) throw new AppError('unreadable-file', fileProblems.pdfCutOff)
  const reading = outsideDeadline(() => pdfReader.read(userId, bytes))
  const verdict = await reading.catch((error) => {
    if (!(error instanceof PdfReaderError)) throw error
    log.error({ err: error }, 'a PDF could not be checked')
    throw new AppError('unavailable', uncheckedText)
  })
  if (verdict !== 'readable') throw new AppError('unreadable-file', problems[verdict])
}

function hasEnd(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] ?? 1) <= 0x20) end -= 1
  return bytes.subarray(Math.max(0, end - maxAfterEnd), end).includes('%%EOF')
}
