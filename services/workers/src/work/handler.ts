import type { ConsumerName } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Appender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import type { RetryPolicy } from '@jaanch/platform/retry'
import type pg from 'pg'
import type { BatchedLeases } from './batched-leases.ts'

/** Some twelve minutes in all: longer than a restart of anything that a handler needs. */
export const workRetryPolicy: RetryPolicy = { attempts: 18, baseMs: 500, maxMs: 60_000 }

/** What a handler works with. */
export type HandlerContext = { pool: pg.Pool; appender: Appender; log: Log }

/** What the machinery around the handlers works with. */
export type WorkerContext = {
  handlers: Handlers
  leases: BatchedLeases
  context: HandlerContext
  retryPolicy: RetryPolicy
}

/**
 * Does what must follow from one event. It may be called again for the same event (after a crash, a lost connection):
 * what it appends carries an id made of consumer and position, so done twice, it is there once.
 */
export type Handler = (event: Recorded, context: HandlerContext) => Promise<void>

export type Handlers = Record<ConsumerName, Handler>
