import { setTimeout } from 'node:timers/promises'
import { knownMigrations, migrate } from '@jaanch/infra/local/migrations/migrate'
import pg from 'pg'

/** The longest time that a write of a table took, ms */
type Stall = { table: string; ms: number }

/** What one migration did to those who write */
export type MigrationStall = {
  migration: string
  longest: Stall
  /** The part of the longest one of all tables in which it waited for a lock: the rest is due to a busy machine */
  forLock: Stall
  /** How long it took, ms */
  tookMs: number
}

/** How often each table is written to, ms: a stall may be longer than measured by so much */
const everyMs = 50
const none: Stall = { table: '', ms: 0 }

/**
 * Takes the lock of an insert, update or delete on each table that is there, again and again, each on a connection of its own. A write
 * waits for whatever such a lock waits for.
 */
async function startWriters(databaseUrl: string) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ table: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'log') and c.relname <> 'migrations' order by 1`,
  )
  let longest = none
  let forLock = none
  let isStopped = false

  async function write(table: string): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (!isStopped) {
      const at = performance.now()
      await client.query(`begin; lock table ${table} in row exclusive mode; commit`)
      longest = longer(longest, { table, ms: performance.now() - at })
      await setTimeout(everyMs)
    }
    await client.end()
  }
  async function watchLocks(): Promise<void> {
    while (!isStopped) {
      const { rows } = await db.query<Stall>(
        `select relation::regclass::text as table, extract(epoch from clock_timestamp() - waitstart)::float * 1000 as ms from pg_locks
          where not granted and mode = 'RowExclusiveLock' and waitstart is not null order by waitstart limit 1`,
      )
      forLock = longer(forLock, rows[0] ?? none)
      await setTimeout(10)
    }
    await db.end()
  }
  const running = Promise.all([...rows.map(({ table }) => write(table)), watchLocks()])
  // a failure is reported by stop()
  running.catch(() => {})

  return {
    /** @returns what was longest since the last call */
    take() {
      const taken = { longest, forLock }
      longest = none
      forLock = none
      return taken
    },
    async stop(): Promise<void> {
      isStopped = true
      await running
    },
  }
}

const longer = (a: Stall, b: Stall): Stall => (b.ms > a.ms ? b : a)

/**
 * Runs the migrations that a database lacks one by one while its tables are written to.
 *
 * @param databaseUrl of the owner
 * @param quietMs how long to measure before the first one, for comparison
 * @returns the stalls of the time before, then of each migration
 */
export async function migrateUnderWrites(databaseUrl: string, quietMs: number): Promise<MigrationStall[]> {
  const writers = await startWriters(databaseUrl)
  try {
    await setTimeout(1_000)
    writers.take()
    await setTimeout(quietMs)
    const stalls = [{ migration: 'none', tookMs: quietMs, ...writers.take() }]
    for (const _ of knownMigrations()) {
      const startedAt = performance.now()
      const [migration] = await migrate(databaseUrl, { most: 1 })
      if (migration === undefined) return stalls
      const tookMs = performance.now() - startedAt
      // who waits is served
      await setTimeout(2 * everyMs)
      stalls.push({ migration, tookMs, ...writers.take() })
    }
    return stalls
  } finally {
    await writers.stop()
  }
}
