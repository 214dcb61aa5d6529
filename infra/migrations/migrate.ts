import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const directory = fileURLToPath(new URL('sql', import.meta.url))

/**
 * Runs the migrations that the database lacks. Concurrent calls wait for each other.
 *
 * @param databaseUrl its user can create schemas, extensions and roles
 * @returns the names of the migrations that ran
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const done = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
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
