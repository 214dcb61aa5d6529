import type { Appender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { Accounts } from './auth/account-status.ts'
import type { Limits } from './auth/rate-limits.ts'
import type { Tokens } from './auth/session-tokens.ts'
import type { ReadBarrier } from './reads/barrier.ts'

/** What the routes work with. */
export type Context = {
  /** Ordinary tables and read tables */
  db: DatabasePool
  /** Streams of the log */
  logDb: pg.Pool
  appender: Appender
  barrier: ReadBarrier
  tokens: Tokens
  accounts: Accounts
  limits: Limits
  /** The address at which people reach Jaanch */
  publicUrl: string
  log: Log
  now: () => Date
}
