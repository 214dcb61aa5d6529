import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Log } from '../logging.ts'
import { pause } from '../run-loop.ts'
import { createSlonikPool, isUnavailable } from '../slonik.ts'
import type { ReadView } from './barrier.ts'

export type ReadReplicas = {
  /**
   * Queries that see at least what the primary contained when `view` was read, from a replica if one contains it before the
   * deadline, else from the primary.
   * @param deadline ms of `performance.now()`
   */
  readsAfter(view: Pick<ReadView, 'lsn' | 'epoch'>, deadline: number): ReadQueries
  close(): Promise<void>
}

/**
 * Lists and details from streaming replicas, with the promise of the read barrier: a read sees every write that was acknowledged
 * before it was sent. The barrier's view contains the place in the primary's write-ahead log; a replica that has replayed the log
 * up to there contains the read tables, and all other tables, as they were at that moment or later.
 *
 * The replicas take turns. One that fails is left at once, one that lags after the barrier's 500 ms: until it has caught up, reads
 * go to the others and to the primary. Whatever a replica answers but rows, the primary is asked.
 */
export async function createReadReplicas(
  primary: ReadQueries,
  urls: readonly string[],
  log: Log,
): Promise<ReadReplicas> {
  let latest: Omit<ReadTarget, 'deadline'> = { lsn: 0, epoch: '' }
  const replicas = await Promise.all(urls.map((url) => openReplica({ url, latestTarget: () => latest, log })))
  let turn = 0

  function choose(): Replica | undefined {
    const usable = replicas.filter((replica) => replica.isUsable())
    turn += 1
    return usable[turn % usable.length]
  }

  async function read<Answer>(
    target: ReadTarget,
    query: (db: ReadQueries) => Promise<Answer>,
  ): Promise<Answer> {
    const found = await choose()
      ?.ask(target, query)
      .catch(() => undefined)
    return found ? found.answer : query(primary)
  }

  return {
    readsAfter({ lsn, epoch }, deadline) {
      if (replicas.length === 0 || lsn === null) return primary
      latest = { lsn, epoch }
      const target = { lsn, epoch, deadline }
      return {
        any: (query) => read(target, (db) => db.any(query)),
        maybeOne: (query) => read(target, (db) => db.maybeOne(query)),
        one: (query) => read(target, (db) => db.one(query)),
      }
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/** The queries of a read. */
export type ReadQueries = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>

/** The least that a read must see: everything that the primary had on disk at this place of its write-ahead log. */
type ReadTarget = {
  /** Place in the write-ahead log, in bytes */
  lsn: number
  epoch: string
  /** When the read stops waiting for a replica, ms of `performance.now()` */
  deadline: number
}

type Replica = {
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

type ReplicaOptions = {
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

async function openReplica({ url, latestTarget, log }: ReplicaOptions): Promise<Replica> {
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
