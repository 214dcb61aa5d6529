import type pg from 'pg'
import type { Appender } from './appender.ts'

/** What commands on streams need: the appender, and the connections that read streams and write rows with an append. */
export type EventLog = { appender: Appender; logDb: pg.Pool }
