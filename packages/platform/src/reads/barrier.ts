import type pg from 'pg'
import { sql } from 'slonik'
import { waitAtMost } from '../deadline.ts'
import type { WakeSignal } from '../run-loop.ts'
import { shareNext } from '../share-calls.ts'

/** The state of the read side at one moment: the live generation of a model version, its checkpoint and the head of the log. */
export type ReadView = {
  generation: number
  /** Checkpoint: the last event that the read tables contain */
  position: number
  /** Position of the last event of the log */
  head: number
  epoch: string
  /**
   * Up to where the primary's write-ahead log is on disk, bytes. Null if no replica needs it, or if the epoch does not belong to
   * the present history of the database: places in the logs of two histories cannot be compared.
   */
  lsn: number | null
}

/** The view of a read that has passed the barrier. `behind`: number of earlier events that are still missing; normally 0. */
export type PassedView = ReadView & { behind: number }

/** The part of a view that a read can select itself, with `stateColumns` */
export type ReadState = Pick<ReadView, 'generation' | 'position' | 'head' | 'epoch'>

/** SQL: a `ReadState` of the row `g` of read_generations. */
export const stateColumns = sql.fragment`g.generation, g.position,
  (select coalesce(max(e.position), 0) from log.events e) as head, (select id from log.epoch) as epoch`

export type ReadBarrier = {
  /**
   * Lets a read ask its rows together with the state of the tables, in one statement: nearly always nothing is missing, and the rows
   * are those that the barrier would have led to. To be tried before `pass`.
   * @param read gives the state of the generation, undefined if it is not live any more. Its rows count only if nothing is missing
   * @returns undefined if something is missing or may be missing, if the tables were dropped, or if a replica could answer: then pass,
   * and read
   * @throws any other error of `read`
   */
  readAtOnce<Read extends ReadState>(
    read: (generation: number) => Promise<Read | undefined>,
  ): Promise<Read | undefined>
  /**
   * Waits until the read tables contain all events that were acknowledged before the call, at most 500 ms. Does not wait
   * while the projector is down.
   * @throws if Postgres is unavailable, or no generation of the model version is live yet (NoReadTablesError)
   */
  pass(): Promise<PassedView>
  /** Reads the state without waiting */
  readView(): Promise<ReadView>
}

type BarrierOptions = {
  /** Model version of the read tables */
  version: number
  /** Whether reads may go to replicas: without them the place in the write-ahead log is not looked up */
  hasReplicas: boolean
}

/** How long a read waits for what it must see, ms */
export const timeoutMs = 500
const pollMs = 20
/** The query takes about 1 ms. All reads wait for it, so a Postgres that does not answer must be detected early. */
export const queryTimeoutMs = 3_000

/** No generation of this process's model version is live: its projector is still building one, or does not run. */
export class NoReadTablesError extends Error {
  override name = 'NoReadTablesError'

  constructor(version: number) {
    super(`No read tables of model version ${version} are live`)
  }
}

async function queryView(pool: pg.Pool, { version, hasReplicas }: BarrierOptions): Promise<ReadView> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    name: 'read-view',
    query_timeout: queryTimeoutMs,
    // a standby has no lineage, so that it gives no place either
    text: `select ${stateColumns.sql},
                  case when not $2::boolean then null
                       when (select lineage from log.epoch) = log.lineage()
                       then (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint end as lsn
             from read_generations g where g.state = 'live' and g.model_version = $1`,
    values: [version, hasReplicas],
  }
  const { rows } = await pool.query<ReadView>(query)
  const [view] = rows
  if (!view) throw new NoReadTablesError(version)
  return view
}

const isBehind = ({ position, head }: ReadState) => position < head

/**
 * How a read sees all writes that were acknowledged before it (read your writes):
 *
 *  1. query     one small query reads head, checkpoint and live generation for all requests that arrived before it was sent
 *  2. wait      if the head is beyond the checkpoint, the request waits, without a connection, until a later query shows
 *               that the checkpoint has reached that head; notifications of the projector trigger the next query early
 *  3. time out  after 500 ms; if the checkpoint did not change in that time the projector is down, and following requests
 *               do not wait until the checkpoint changes
 *
 * @param wakeSignal notified when the projector has committed
 */
export function createReadBarrier(
  pool: pg.Pool,
  wakeSignal: WakeSignal,
  options: BarrierOptions,
): ReadBarrier {
  /** As it was read last: only a generation that had everything then is asked without the barrier */
  let last: ReadState | undefined
  const readView = shareNext(async () => {
    const view = await queryView(pool, options)
    last = view
    return view
  })
  let stuckAt: number | undefined
  let waiting: Promise<void> | undefined

  /** Shared by all waiting requests: a wake signal wakes one waiter only. */
  function waitForCommit(): Promise<void> {
    waiting ??= wakeSignal.wait(pollMs).finally(() => {
      waiting = undefined
    })
    return waiting
  }

  async function waitUntilRead(first: ReadView): Promise<ReadView> {
    let view = first
    const start = view.position
    // later events do not matter for this read
    const target = view.head
    const deadline = Date.now() + waitAtMost(timeoutMs)
    while (view.position < target && view.position !== stuckAt) {
      if (Date.now() >= deadline) {
        // a projector that is slow but not stopped is worth waiting for
        if (view.position === start) stuckAt = view.position
        break
      }
      await waitForCommit()
      view = await readView()
    }
    return view
  }

  async function pass(): Promise<PassedView> {
    const first = await readView()
    const mustWait = first.position < first.head && first.position !== stuckAt
    const view = mustWait ? await waitUntilRead(first) : first
    return { ...view, behind: Math.max(0, first.head - view.position) }
  }

  async function readAtOnce<Read extends ReadState>(read: (generation: number) => Promise<Read | undefined>) {
    if (options.hasReplicas || last === undefined || isBehind(last)) return undefined
    const found = await read(last.generation).catch((error): undefined => {
      if (!isOfDroppedTables(error)) throw error
    })
    last = found
    return found && !isBehind(found) ? found : undefined
  }

  return { pass, readView, readAtOnce }
}

const undefinedTable = '42P01'

/**
 * Whether a query failed because its generation was dropped. A superseded one is dropped after a minute, so that only a
 * process that was frozen between the read barrier and the query can meet this.
 */
export function isOfDroppedTables(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: unknown }).code === undefinedTable && /"read_\d+\./.test(cause.message))
      return true
  }
  return false
}

/** Runs a read once more, which passes the barrier again, if its generation was dropped after it had passed the barrier. */
export async function retryIfDropped<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!isOfDroppedTables(error)) throw error
    return read()
  }
}
