import type { Appender } from '@jaanch/eventlog/appender'
import type pg from 'pg'

/** What commands on streams need: the appender, and the connections that read streams and write rows with an append. */
export type EventLog = { appender: Appender; logDb: pg.Pool }
