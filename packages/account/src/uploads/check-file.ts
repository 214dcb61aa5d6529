import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { fileProblems } from '@jaanch/contracts/files'
import { outsideDeadline } from '@jaanch/platform/deadline'
import { type FileScanner, ScannerError } from '@jaanch/platform/files/clamav'
import { type PdfReader, PdfReaderError, type PdfVerdict } from '@jaanch/platform/files/pdf-reader'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type { Log } from '@jaanch/platform/logging'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../audit/audit.ts'

export type FileCheck = {
  /** undefined if the installation has none */
  fileScanner: FileScanner | undefined
  pdfReader: PdfReader
  db: DatabasePool
  audit: Audit
  log: Log
}

const uncheckedText = 'Files can’t be checked at the moment. Please try again later.'

const problems: Readonly<Record<Exclude<PdfVerdict, 'readable'>, string>> = {
  password: fileProblems.pdfPassword,
  'without-pages': fileProblems.pdfWithoutPages,
  unreadable: fileProblems.pdfUnreadable,
}

/** Viewers find the end of a PDF (ISO 32000-1, 7.5.5) if no more than this follows it, not counting blanks. Bytes */
const maxAfterEnd = 1_024

/**
 * @returns what is done with every upload before it is stored, behind the limits of whoever sends it: a scan for malware, and for a PDF
 * whether anybody can open it. (Photos were looked at by `receiveFile`.) One that is refused counts among the uploads of the day.
 */
export function createCheckFile(parts: FileCheck) {
  /**
   * @param bookingId what a lab uploads the file for
   * @throws AppError infected-file, unreadable-file; unavailable if the file can't be checked; BusyError
   */
  return async (caller: Caller, file: ReceivedFile, bookingId: string | null = null): Promise<void> => {
    try {
      await refuseMalware(parts, caller, file, bookingId)
      if (file.contentType === 'application/pdf') await refuseUnreadable(parts, caller, file.bytes)
    } catch (error) {
      await recordRefused(parts, caller, file.bytes.length, error)
      throw error
    }
  }
}

export type CheckFile = ReturnType<typeof createCheckFile>

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

/** Files in quarantine per user and day; further ones are refused and not kept. */
const maxKept = 5

/**
 * Has an uploaded file scanned before it is stored, if this installation has a scanner. A file with malware goes into quarantine.
 * The scan takes seconds: it has bounds of its own (clamav.ts), and does not use the deadline of the request up.
 * @param bookingId what a lab uploads the file for: it is deleted with the booking's customer
 * @throws AppError infected-file; unavailable if the scanner does not answer
 */
async function refuseMalware(
  parts: FileCheck,
  caller: Caller,
  file: ReceivedFile,
  bookingId: string | null,
): Promise<void> {
  const { fileScanner } = parts
  if (!fileScanner) return
  const scanning = outsideDeadline(() => fileScanner.findMalware(caller.userId, file.bytes))
  const signature = await scanning.catch((error) => {
    if (!(error instanceof ScannerError)) throw error
    // not scanned is not clean
    parts.log.error({ err: error }, 'a file could not be scanned')
    throw new AppError('unavailable', uncheckedText)
  })
  if (signature === undefined) return
  await quarantine(parts, caller, file, { signature, bookingId })
  throw new AppError('infected-file')
}

async function quarantine(
  { db, audit }: FileCheck,
  caller: Caller,
  { contentType, bytes }: ReceivedFile,
  { signature, bookingId }: { signature: string; bookingId: string | null },
): Promise<void> {
  const id = randomUUID()
  const { userId } = caller
  await db.query(sql.unsafe`
    with person as (select from users where id = ${userId} and erased_at is null for key share)
    insert into quarantine (id, user_id, booking_id, signature, content_type, bytes)
    select ${id}, ${userId}, ${bookingId}, ${signature}, ${contentType}, ${sql.binary(bytes)} from person
     where (select count(*) from quarantine
             where user_id = ${userId} and created_at > now() - interval '1 day') < ${maxKept}`)
  const object = `quarantine:${id}`
  await audit.record({ action: 'file-quarantined', actor: actorOf(caller), userId, object })
}

/** Files that were refused cost as much to check as those that are stored: they count among the uploads of the day, by the audit trail. */
const refusedRow = z.object({ files: z.number(), bytes: z.number() })

const objectOf = (labPartnerId: string) => `lab-partner:${labPartnerId}`

/** Adds a file to the refused ones if a check threw that it is infected or unreadable. @param size bytes */
async function recordRefused(
  { audit }: FileCheck,
  caller: Caller,
  size: number,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || !['infected-file', 'unreadable-file'].includes(error.code)) return
  const { userId, labPartnerId } = caller
  const object = labPartnerId === null ? undefined : objectOf(labPartnerId)
  await audit.record({
    action: 'file-refused',
    actor: actorOf(caller),
    userId,
    object,
    details: { bytes: size },
  })
}

/** @returns how many files of a person, or of all people of a lab, were refused since an instant (ISO 8601), and their bytes */
export function countRefused(
  db: CommonQueryMethods,
  { userId, labPartnerId }: Pick<Caller, 'userId' | 'labPartnerId'>,
  since: string,
): Promise<z.output<typeof refusedRow>> {
  const isTheirs =
    labPartnerId === null
      ? sql.fragment`user_id = ${userId}`
      : sql.fragment`object = ${objectOf(labPartnerId)}`
  return db.one(sql.type(refusedRow)`
    select count(*) as files, coalesce(sum((details ->> 'bytes')::bigint), 0) as bytes from audit
     where action = 'file-refused' and at > ${since} and ${isTheirs}`)
}
