import { setTimeout } from 'node:timers/promises'
import { knownMigrations, migrate } from '@jaanch/infra/local/migrations/migrate'
import pg from 'pg'

/** How long a write waited at most, ms, in the table where that was */
export type Stall = { table: string; ms: number }

/** What one migration did to those who write */
export type MigrationStall = Stall & {
  migration: string
  /** How long it took, ms */
  tookMs: number
}

/** How often each table is written to, ms: a stall may be longer than measured by so much */
const everyMs = 20

/**
 * Takes the lock of an insert, update or delete on each table that is there, again and again, each on a connection of its own. A write
 * waits for whatever such a lock waits for.
 */
export async function startWriters(databaseUrl: string) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ table: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'log') and c.relname <> 'migrations' order by 1`,
  )
  await db.end()
  let longest: Stall = { table: '', ms: 0 }
  const under = new Map<string, number>()
  let isStopped = false

  async function write(table: string): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (!isStopped) {
      const at = performance.now()
      under.set(table, at)
      await client.query(`begin; lock table ${table} in row exclusive mode; commit`)
      under.delete(table)
      const ms = performance.now() - at
      if (ms > longest.ms) longest = { table, ms }
      await setTimeout(everyMs)
    }
    await client.end()
  }
  const writing = Promise.all(rows.map(({ table }) => write(table)))
  // a failure is reported by stop()
  writing.catch(() => {})

  return {
    /** @returns the longest stall since the last call; one that goes on counts as well */
    take(): Stall {
      const taken = longest
      longest = { table: '', ms: 0 }
      const waiting = [...under].map(([table, at]) => ({ table, ms: performance.now() - at }))
      return [...waiting, taken].reduce((most, each) => (each.ms > most.ms ? each : most))
    },
    async stop(): Promise<void> {
      isStopped = true
      await writing
    },
  }
}

/**
 * Runs the migrations that a database lacks one by one while its tables are written to.
 *
 * @param databaseUrl of the owner
 * @param quietMs how long to measure before the first one, for comparison
 * @returns the stalls of the time before, then of each migration
 */
export async function migrateUnderWrites(databaseUrl: string, quietMs: number): Promise<MigrationStall[]> {
  const writers = await startWriters(databaseUrl)
  await setTimeout(1_000)
  writers.take()
  await setTimeout(quietMs)
  const stalls = [{ migration: 'none', tookMs: quietMs, ...writers.take() }]
  try {
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
