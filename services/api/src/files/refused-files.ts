/** Files that were refused cost as much to check as those that are stored: they count among the uploads of the day, by the audit trail. */
import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../auth/audit.ts'
import { actorOf, type Caller } from '../auth/caller.ts'

const refusedRow = z.object({ files: z.number(), bytes: z.number() })

const objectOf = (labPartnerId: string) => `lab-partner:${labPartnerId}`

/** Adds a file to the refused ones if a check threw that it is infected or unreadable. @param size bytes */
export async function recordRefused(
  { audit }: { audit: Audit },
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
