import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import { type QueueState, readQueues } from '@jaanch/operations/queues'
import { createRates } from '@jaanch/operations/rates'
import { mergeStatus, readLiveStatus, readSlowStatus } from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { keepFor } from '@jaanch/platform/keep-for'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { shareNext } from '../../reads/share-next.ts'
import { presentOperations, progressOf } from './present-operations.ts'

export type Operations = {
  /** The state of the log and of all its readers, as new as the call: all callers of a moment share one read */
  read(): Promise<OperationsView>
}

type OperationsSource = { operationsDb: pg.Pool; modelVersion: number; now: () => Date } & {
  redisUrl: string
}

/** Counts of old rows and of all messages, sizes of tables: seconds with a million messages */
const slowKeptMs = 60_000
/** Each look opens a connection to Redis */
const queuesKeptMs = 10_000
/** Without a look for so long, nobody knows whether all was well in between */
const maxPauseMs = 60_000

export function createOperations({
  operationsDb: db,
  modelVersion,
  now,
  redisUrl,
}: OperationsSource): Operations {
  const readSlow = keepFor(slowKeptMs, () => readSlowStatus(db))
  const queues = keepFor<QueueState[] | undefined>(queuesKeptMs, () => readQueues(db, redisUrl))
  const ratesOf = createRates()
  let lookedAt = Number.NEGATIVE_INFINITY
  let wellSince: Date | null = null

  async function look(): Promise<OperationsView> {
    const [slow, inRedis] = await Promise.all([readSlow(), queues()])
    const live = await inTransaction(db, readLiveStatus, 'begin isolation level repeatable read, read only')
    const clock = performance.now()
    const at = now()
    const status = mergeStatus(live, slow)
    const troubles = findTroubles(status, inRedis, at)
    if (troubles.length > 0) wellSince = null
    else if (wellSince === null || clock - lookedAt > maxPauseMs) wellSince = at
    lookedAt = clock
    const rates = ratesOf(progressOf(status, clock, modelVersion))
    return presentOperations({ at, status, queues: inRedis, rates, troubles, wellSince })
  }

  return { read: shareNext(look) }
}
