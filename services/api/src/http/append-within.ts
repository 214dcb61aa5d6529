import { type Append, type Appended, encodeAppend, readAppendRow } from '@jaanch/eventlog/append'
import { type DatabaseTransactionConnection, sql } from 'slonik'
import { z } from 'zod'

const row = z.object({
  outcome: z.enum(['appended', 'duplicate', 'conflict']),
  last_position: z.number(),
  last_version: z.number(),
})

/**
 * Appends inside a transaction that also writes ordinary rows. It must be the transaction's last statement: from here to
 * the commit nobody else can append. @throws VersionConflictError, which must roll the transaction back
 */
export async function appendWithin(tx: DatabaseTransactionConnection, append: Append): Promise<Appended> {
  const answer = await tx.one(sql.type(row)`select * from log.append(${`[${encodeAppend(append)}]`}::jsonb)`)
  return readAppendRow(append.streamId, answer)
}
