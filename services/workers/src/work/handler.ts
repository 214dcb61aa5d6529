import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Appender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'

export type Tools = { pool: pg.Pool; appender: Appender; log: Log }

/**
 * Does what must follow from one event. It may be called again for the same event (after a crash, a lost connection):
 * what it appends carries an id made of consumer and position, so done twice, it is there once.
 */
export type Handler = (event: Recorded, tools: Tools) => Promise<void>
