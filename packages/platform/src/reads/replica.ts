import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Log } from '../logging.ts'
import { pause } from '../run-loop.ts'
import { createSlonikPool, isUnavailable } from '../slonik.ts'

/** The queries of a read. */
export type ReadQueries = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>

/** What a read must see: everything that the primary had on disk at this place of its write-ahead log. */
export type ReadTarget = {
  /** Place in the write-ahead log, in bytes */
  lsn: number
  epoch: string
  /** When the read stops waiting for a replica, ms of `performance.now()` */
  deadline: number
}

export type Replica = {
  /** False while it is left: it failed or lagged, and has not caught up since */
  isUsable(): boolean
  /**
   * Asks once the replica contains the target. Waits for it until the deadline, without a connection.
   * @returns undefined if it does not contain it in time
   * @throws the error of the query, or of the connection
   */
  ask<Answer>(
    target: ReadTarget,
    query: (db: ReadQueries) => Promise<Answer>,
  ): Promise<{ answer: Answer } | undefined>
  close(): Promise<void>
}

export type ReplicaOptions = {
  url: string
  /** The last target of any read: a replica that was left is used again when it contains it */
  latestTarget: () => Omit<ReadTarget, 'deadline'>
  log: Log
}

const pollMs = 10
const probeMs = 500
/** Less than the 8 s after which a service that stops is killed */
const closeMs = 2_000
const reachedRow = z.object({ lsn: z.number() })

class LateReplicaError extends Error {
  override name = 'LateReplicaError'
}

export async function openReplica({ url, latestTarget, log }: ReplicaOptions): Promise<Replica> {
  const pool = await createSlonikPool({ url, name: 'api replica', max: 10 })
  const closed = new AbortController()
  const address = new URL(url).host
  let isLeft = false
  let polling: Promise<void> | undefined
  /** The last known place that the replica has replayed */
  let reached = -1

  /** Must run on the connection of the read: an address may lead to several servers. */
  async function readReached(db: ReadQueries, { epoch }: Pick<ReadTarget, 'epoch'>): Promise<number> {
    // a server that was promoted, or follows one that lost the tail of the log, is no replica of our primary
    const { lsn } = await db.one(sql.type(reachedRow)`
      select case when pg_is_in_recovery() and exists (select from log.epoch where id = ${epoch})
                  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint else -1 end as lsn`)
    reached = lsn
    return lsn
  }

  /** Shared by all waiting reads. Failures show in the read's own attempt. */
  function poll(target: ReadTarget): Promise<void> {
    polling ??= pause(pollMs)
      .then(() => readReached(pool, target))
      .catch(() => {})
      .then(() => {
        polling = undefined
      })
    return polling
  }

  /** Asks if this connection's server contains the target. @throws LateReplicaError if it does not answer in time */
  async function attempt<Answer>(
    target: ReadTarget,
    query: (db: ReadQueries) => Promise<Answer>,
  ): Promise<{ answer: Answer } | undefined> {
    const checked = Promise.withResolvers<boolean>()
    let isLate = false
    const asked = pool.connect(async (connection) => {
      const isReached = (await readReached(connection, target)) >= target.lsn
      checked.resolve(isReached)
      return isReached && !isLate ? { answer: await query(connection) } : undefined
    })
    asked.catch(checked.reject)
    const timer = setTimeout(() => {
      isLate = true
      checked.reject(new LateReplicaError('The replica does not answer'))
    }, remaining(target))
    const isReached = await checked.promise.finally(() => clearTimeout(timer))
    return isReached ? asked : undefined
  }

  function leave(reason: unknown): void {
    if (isLeft || closed.signal.aborted) return
    log.warn({ err: reason, address }, 'reads leave this replica for the primary')
    isLeft = true
    void probe().finally(() => {
      isLeft = false
    })
  }

  async function probe(): Promise<void> {
    for (;;) {
      const target = latestTarget()
      await pause(probeMs, closed.signal)
      if (closed.signal.aborted) return
      if ((await readReached(pool, target).catch(() => -1)) >= target.lsn) break
    }
    log.info({ address }, 'reads use this replica again')
  }

  return {
    isUsable: () => !isLeft,
    async ask(target, query) {
      try {
        const first = await attempt(target, query)
        if (first) return first
        while (reached < target.lsn && remaining(target) > 0) {
          await Promise.race([poll(target), pause(remaining(target))])
        }
        const second = remaining(target) > 0 ? await attempt(target, query) : undefined
        if (!second) leave(new LateReplicaError('The replica lags'))
        return second
      } catch (error) {
        if (error instanceof LateReplicaError || isUnavailable(error)) leave(error)
        throw error
      }
    },
    async close() {
      closed.abort()
      // the process ends without the answers of a replica that gives none: pool.end alone waits for them 10 s and more
      await Promise.race([pool.end(), pause(closeMs)])
    },
  }
}

function remaining({ deadline }: ReadTarget): number {
  return Math.max(0, deadline - performance.now())
}
