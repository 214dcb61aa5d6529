/** Sessions prove themselves again before what cannot be undone, or exposes much: a stolen one alone is enough for none of it. */
import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import type { Caller } from './caller.ts'

/** How long a session counts as confirmed, after its login too, ms */
const confirmedForMs = 10 * 60 * 1_000

/**
 * To be called before a route that is declared `confirmed`. Reads the row: a session that was confirmed in another process counts at once.
 * @throws AppError confirmation-required
 */
export async function demandConfirmation(db: CommonQueryMethods, caller: Caller, now: Date): Promise<void> {
  const since = new Date(now.getTime() - confirmedForMs).toISOString()
  const isConfirmed = await db.exists(sql.unsafe`
    select 1 from sessions
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}
       and coalesce(confirmed_at, created_at) > ${since}`)
  if (!isConfirmed) throw new AppError('confirmation-required')
}

/** Notes that a session proved itself. @returns false if it ended meanwhile */
export async function confirmSession(db: CommonQueryMethods, caller: Caller, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update sessions set confirmed_at = ${now.toISOString()}
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}`)
  return rowCount > 0
}
