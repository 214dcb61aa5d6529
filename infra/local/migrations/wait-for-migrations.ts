import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findUndeclared } from './declared-consumers.ts'
import { knownMigrations } from './migrate.ts'

type WaitOptions = {
  /** The login of the services is enough */
  databaseUrl: string
  /** Receives a sentence whenever the reason to wait is another one */
  log: (sentence: string) => void
  pauseMs?: number
  /** Ends the wait, with its reason as the error */
  signal?: AbortSignal
}

/**
 * Waits until the database has all migrations of this code and what its consumers want, for as long as it takes: until then the server
 * may not answer, and the login may not exist. An event that is appended before its consumer wants it would not be handled.
 * Migrations of a newer release do not matter; with them, neither does what they deleted.
 */
export async function waitForMigrations(options: WaitOptions): Promise<void> {
  const { databaseUrl, log, pauseMs = 2_000, signal } = options
  for (let before = ''; ; await setTimeout(pauseMs)) {
    signal?.throwIfAborted()
    const reason = await whyWait(databaseUrl)
    if (reason === undefined) return
    if (reason !== before) log(`Waiting for the migrations: ${reason}.`)
    before = reason
  }
}

/** @returns undefined if there is no reason to wait */
async function whyWait(databaseUrl: string): Promise<string | undefined> {
  try {
    const missing = await whatIsMissing(databaseUrl)
    return missing.length > 0 ? `the database lacks ${missing.join(', ')}` : undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // several addresses were tried: the error that contains theirs has no message
    return message || code || 'the database does not answer'
  }
}

async function whatIsMissing(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  // a server that ends while the client waits for it is an answer of the query, not an uncaught error
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map(({ name }) => name))
    const known = knownMigrations()
    const missing = known.filter((name) => !done.has(name))
    if (missing.length > 0 || done.size > known.length) return missing
    return await findUndeclared(client)
  } finally {
    await client.end().catch(() => {})
  }
}
