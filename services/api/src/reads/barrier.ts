import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'

/** One look at the read side: which generation is live, how far it is, how far the log is. */
export type ReadView = {
  generation: number
  /** The last event that is in the read tables */
  position: number
  /** The last event of the log */
  head: number
  epoch: string
}

/** What a read that passed the barrier sees, and how many of the events written before it that lacks: 0 in normal running. */
export type Passed = ReadView & { behind: number }

export type ReadBarrier = {
  /**
   * Waits until the read tables have every event that was acknowledged before the call, at most 500 ms; then answers
   * with what there is. While the projector stands still it does not wait at all.
   * @throws when Postgres is away, or no generation is live yet
   */
  pass(): Promise<Passed>
  /** The same look without waiting */
  look(): Promise<ReadView>
}

const longestWait = 500
const pollEvery = 20
/** A look takes about a millisecond; all reads wait for the one under way, so a Postgres that went silent is noticed soon, ms */
const lookTimeout = 3_000

export class NoReadTablesError extends Error {
  override name = 'NoReadTablesError'
}

async function ask(pool: pg.Pool): Promise<ReadView> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    name: 'read-view',
    query_timeout: lookTimeout,
    text: `select g.generation, g.position, (select coalesce(max(e.position), 0) from log.events e) as head,
                  (select id from log.epoch) as epoch
             from read_generations g where g.is_live`,
  }
  const { rows } = await pool.query<ReadView>(query)
  const [view] = rows
  if (!view) throw new NoReadTablesError('The read tables are still being built')
  return view
}

/**
 * How a read sees every write that was acknowledged before it:
 *
 *  1. look    one small query serves all requests that came before it was sent: it gives head, checkpoint and pointer
 *  2. wait    a request whose head lies beyond the checkpoint waits, holding no connection, until a later look shows
 *             that the checkpoint has reached it; the projector's notifications bring the next look forward
 *  3. give up after 500 ms; a checkpoint that has not moved since an earlier request gave up is a projector that is
 *             down: the next requests don't wait for it
 *
 * @param moved is notified whenever the projector committed
 */
export function createReadBarrier(pool: pg.Pool, moved: WakeSignal): ReadBarrier {
  let sent: Promise<unknown> = Promise.resolve()
  let next: Promise<ReadView> | undefined
  let stuckAt: number | undefined
  let waiting: Promise<void> | undefined

  /** All callers before the query is sent share it; whoever comes while one is under way gets the next one. */
  function look(): Promise<ReadView> {
    next ??= sent.then(() => {
      next = undefined
      const asking = ask(pool)
      sent = asking.catch(() => {})
      return asking
    })
    return next
  }

  /** One wait for all: the wake signal remembers a notification for one waiter only. */
  function movement(): Promise<void> {
    waiting ??= moved.wait(pollEvery).finally(() => {
      waiting = undefined
    })
    return waiting
  }

  async function pass(): Promise<Passed> {
    let view = await look()
    const from = view.position
    // what is appended while this read waits is not its business
    const target = view.head
    const deadline = Date.now() + longestWait
    while (view.position < target && view.position !== stuckAt) {
      if (Date.now() >= deadline) {
        // one that is merely slow is worth the next request's wait
        if (view.position === from) stuckAt = view.position
        break
      }
      await movement()
      view = await look()
    }
    return { ...view, behind: Math.max(0, target - view.position) }
  }

  return { pass, look }
}
