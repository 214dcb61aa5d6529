import type pg from 'pg'
import type { Queryable } from './read.ts'

/**
 * Advisory locks, one of each kind per model version: during a rolling deployment the old projector continues to feed the
 * old tables while the new one fills and feeds the new ones.
 */
const kinds = {
  /** One projector writes, the others are standbys. */
  projector: 5129204,
  /** One process at a time fills a new generation. */
  builder: 5129205,
} as const
type LockKind = keyof typeof kinds

/** Takes the lock until it is released or the connection ends. Takes and releases are counted. @returns whether it was free */
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

/** Whether any connection, including this one, holds the lock. */
export async function isLocked(db: Queryable, kind: LockKind, version: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_locks
      where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [kinds[kind], version],
  )
  return rowCount !== 0
}

/** @returns the read tables that workers look at, which belong to the projector; undefined while none are live */
export async function findLiveGeneration(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ generation: number }>({
    name: 'live-generation',
    text: `select generation from read_generations where state = 'live' order by model_version desc limit 1`,
  })
  return rows[0]?.generation
}

/** A read table whose rows are written whole. */
export type RowTable = {
  readonly name: string
  /** Only new rows, only rows that exist, or both: what is known in advance need not be found out for each row */
  readonly write: 'insert' | 'update' | 'upsert'
  readonly key: readonly string[]
  /** All columns that the projector writes, the key among them */
  readonly columns: readonly string[]
}

export function schemaOf(generation: number): string {
  return `read_${generation}`
}

/** The qualified name of a table of a generation */
export function nameIn(generation: number, table: string): string {
  return `${schemaOf(generation)}.${table}`
}
