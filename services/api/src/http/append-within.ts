import { type Append, type Appended, encodeAppend, readAppendRow } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import { type DatabaseTransactionConnection, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../context.ts'

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

/** An appender that makes a change of ordinary rows with the events or not at all: whoever is shown one is shown both. */
export function alongWith({ appender, db }: Pick<Context, 'appender' | 'db'>, also: QuerySqlToken): Appender {
  return {
    ...appender,
    append: (append) =>
      db.transaction(async (tx) => {
        await tx.query(also)
        return appendWithin(tx, append)
      }),
  }
}
