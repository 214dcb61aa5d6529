import type { Log } from '../logging.ts'
import type { ReadView } from './barrier.ts'
import { openReplica, type ReadQueries, type ReadTarget, type Replica } from './replica.ts'

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
