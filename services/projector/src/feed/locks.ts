import type { Queryable } from '@jaanch/eventlog/read'
import type pg from 'pg'

/**
 * Advisory locks, one of each kind for every version of the read tables' shape: during a rolling deployment the old
 * projector goes on feeding the old tables while the new one fills and feeds the new.
 */
const kinds = {
  /** One projector writes, any number stand by. */
  projector: 5129204,
  /** One at a time fills a new generation. */
  builder: 5129205,
} as const
export type LockKind = keyof typeof kinds

/** Takes the lock for as long as this connection lives; taken twice, it must be given back twice. @returns whether it was free */
export async function tryLock(client: pg.ClientBase, kind: LockKind, version: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    kinds[kind],
    version,
  ])
  return rows[0]?.held === true
}

export async function unlock(client: pg.ClientBase, kind: LockKind, version: number): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [kinds[kind], version])
}

/** Does anyone, this connection included, hold it? */
export async function isLocked(db: Queryable, kind: LockKind, version: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_locks
      where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [kinds[kind], version],
  )
  return rowCount !== 0
}
