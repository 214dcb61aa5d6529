import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { sql } from 'slonik'
import { actorOf, type Caller } from '../auth/authentication.ts'
import type { Context } from '../context.ts'
import { ScannerError } from './clamav.ts'
import { type FileRules, type FileType, type ReceivedFile, receiveFile } from './receive-file.ts'

/** Files in quarantine per user and day; further ones are refused and not kept. */
const maxKept = 5

/**
 * Reads an uploaded file and has it scanned, if this installation has a scanner. A file with malware goes into quarantine.
 * @throws AppError as receiveFile; infected-file; unavailable if the scanner does not answer
 */
export async function receiveScannedFile<Type extends FileType>(
  context: Context,
  caller: Caller,
  dataUrl: string,
  rules: FileRules<Type>,
): Promise<ReceivedFile<Type>> {
  const file = await receiveFile(dataUrl, rules)
  const signature = await context.fileScanner?.findMalware(file.bytes).catch((error) => {
    if (!(error instanceof ScannerError)) throw error
    // not scanned is not clean
    context.log.error({ err: error }, 'a file could not be scanned')
    throw new AppError('unavailable', 'Files can’t be checked at the moment. Please try again later.')
  })
  if (signature === undefined) return file
  await quarantine(context, caller, file, signature)
  throw new AppError('infected-file')
}

async function quarantine(
  { db, audit }: Context,
  caller: Caller,
  { contentType, bytes }: ReceivedFile,
  signature: string,
): Promise<void> {
  const id = randomUUID()
  const { userId } = caller
  await db.query(sql.unsafe`
    insert into quarantine (id, user_id, signature, content_type, bytes)
    select ${id}, ${userId}, ${signature}, ${contentType}, ${sql.binary(bytes)}
     where (select count(*) from quarantine
             where user_id = ${userId} and created_at > now() - interval '1 day') < ${maxKept}`)
  const object = `quarantine:${id}`
  await audit.record({ action: 'file-quarantined', actor: actorOf(caller), userId, object })
}
