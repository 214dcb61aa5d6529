import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { assertOpen } from './closed.ts'

const directory = fileURLToPath(new URL('sql', import.meta.url))

/** The names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

type MigrateOptions = {
  /** How many of the missing migrations to run, in order; default all */
  most?: number
  /** Set by a restore, which closes the database until it has finished */
  mayBeClosed?: boolean
}

/**
 * Runs the migrations that the database lacks. Concurrent calls wait for each other.
 *
 * @param databaseUrl its user can create schemas, extensions and roles
 * @returns the names of the migrations that ran
 * @throws Problem if a restore into the database did not finish
 */
export async function migrate(
  databaseUrl: string,
  { most = Number.POSITIVE_INFINITY, mayBeClosed = false }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    if (!mayBeClosed) await assertOpen(client)
    const done = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      count: most,
      migrationsTable: 'migrations',
      checkOrder: true,
      logger: { debug() {}, info() {}, warn() {}, error: console.error },
    })
    return done.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) {
    console.error('Set DATABASE_URL to the database to migrate.')
    process.exit(1)
  }
  const names = await migrate(url)
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The database is up to date.')
}
