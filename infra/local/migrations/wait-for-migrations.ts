import { setTimeout } from 'node:timers/promises'
import { withClient } from '@jaanch/platform/postgres'
import { reasonOf } from '../problem.ts'
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
    return reasonOf(error)
  }
}

function whatIsMissing(connectionString: string): Promise<string[]> {
  const settings = { connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
  return withClient(settings, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map(({ name }) => name))
    const known = knownMigrations()
    const missing = known.filter((name) => !done.has(name))
    if (missing.length > 0 || done.size > known.length) return missing
    return findUndeclared(client)
  })
}
