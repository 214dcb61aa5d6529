import type { Queryable } from './read.ts'

/**
 * Begins a new epoch of the log: positions mean other events than before. The tails of all API processes notice it and tell
 * their clients to fetch everything again; consumers and read tables that are beyond the end of the log are repaired; the
 * installation gets a new id, so that it shares no queue in Redis with the database that it was copied from.
 * @param previous the epoch to replace; default: the present one. If it is not the present one any more, nothing happens:
 * several processes that notice the same restore begin one epoch
 * @returns the epoch that is valid now
 */
export async function beginEpoch(db: Queryable, reason: string, previous?: string): Promise<string> {
  const { rows } = await db.query<{ epoch: string }>(
    'select log.begin_epoch(coalesce($1::uuid, (select id from log.epoch)), $2) as epoch',
    [previous ?? null, reason],
  )
  const [row] = rows
  if (!row) throw new Error('The log did not answer')
  return row.epoch
}

/** Records which history of the database the present epoch belongs to, if that is not known yet: see `log.lineage`. */
export async function adoptLineage(db: Queryable): Promise<void> {
  await db.query('select log.adopt_lineage()')
}
