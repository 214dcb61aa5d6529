import type { WorkJob } from '@jaanch/contracts/jobs'
import { LogGapError, readEventHeaders } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import { inTransaction } from '@jaanch/platform/postgres'
import type { JobProducer } from '@jaanch/platform/queues'
import { runLoop } from '@jaanch/platform/run-loop'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'

export type RelayOptions = {
  pool: pg.Pool
  /** Notified when events may have been appended */
  wakeSignal: WakeSignal
  /** Announces work rows to the workers, who also poll for them: its failures are logged and ignored */
  jobs: JobProducer<WorkJob>
  log: Log
  signal: AbortSignal
}

const batchSize = 1_000
const pollMs = 1_000

/**
 * Writes work rows for the consumers of new events. For each consumer, in one transaction: the events after its cursor
 * become work rows and the cursor advances. Only then are jobs added to BullMQ. A process that dies before the commit has
 * changed nothing; one that dies after it leaves rows that the workers find by polling.
 *
 * The consumers and the types that they want are those of the database, so an older release relays for a newer one too.
 */
export function runRelay({ pool, wakeSignal, jobs, log, signal }: RelayOptions): Promise<void> {
  /** The gap before which each consumer was last seen, so that it is logged once and not every second */
  const gaps = new Map<string, string>()

  async function relay(consumer: string): Promise<boolean> {
    const batch = await relayBatch(pool, consumer)
    gaps.delete(consumer)
    // not awaited: a Redis that does not answer must not delay the relay
    void jobs
      .add(
        batch.jobs.map((job) => ({
          name: consumer,
          data: job,
          options: { deduplication: deduplicationOf(job) },
        })),
      )
      .catch((error) => log.debug({ err: error }, 'work was not announced'))
    return batch.hasMore
  }

  function stopBeforeGap(consumer: string, error: unknown): false {
    if (!(error instanceof LogGapError)) throw error
    if (gaps.get(consumer) !== error.message)
      log.error({ err: error, consumer }, 'an event is missing: nothing is relayed to this consumer')
    gaps.set(consumer, error.message)
    return false
  }

  return runLoop({
    async pass() {
      let hasMore = false
      for (const consumer of await registerConsumers(pool)) {
        const hasMoreOfIt = await relay(consumer).catch((error) => stopBeforeGap(consumer, error))
        hasMore ||= hasMoreOfIt
      }
      return hasMore
    },
    wakeSignal,
    pollMs,
    onError: (error) => log.warn({ err: error }, 'relaying failed, trying again'),
    signal,
  })
}

/** Jobs for one work row collapse into one; a job that arrives while its row is handled is added again afterwards. */
function deduplicationOf({ consumer, streamId }: WorkJob) {
  return { id: `${consumer} ${streamId}`, keepLastIfActive: true }
}

type RelayedBatch = { jobs: WorkJob[]; hasMore: boolean }

/**
 * Advances one consumer by a batch. Does nothing while another process has the consumer's row locked.
 * @throws LogGapError
 */
export async function relayBatch(pool: pg.Pool, consumer: string): Promise<RelayedBatch> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ cursor: number }>(
      'select cursor from work_consumers where name = $1 for update skip locked',
      [consumer],
    )
    const cursor = rows[0]?.cursor
    if (cursor === undefined) return { jobs: [], hasMore: false }

    const events = await readEventHeaders(client, consumer, cursor, batchSize)
    const last = events.at(-1)
    if (!last) return { jobs: [], hasMore: false }

    const spans = new Map<string, { stream_id: string; since: number; upto: number }>()
    for (const { position, streamId, isWanted } of events) {
      if (!isWanted) continue
      const since = spans.get(streamId)?.since ?? position - 1
      spans.set(streamId, { stream_id: streamId, since, upto: position })
    }
    if (spans.size > 0) await writeWork(client, consumer, [...spans.values()])
    await client.query('update work_consumers set cursor = $2 where name = $1', [consumer, last.position])
    return {
      jobs: [...spans.keys()].map((streamId) => ({ consumer, streamId })),
      hasMore: events.length === batchSize,
    }
  })
}

/**
 * A row that exists gets the new events too. After a rewind they are before its own. Then its lease ends, because the worker
 * that holds it would settle them with those that it handled; and a dead row is tried again, because an operator who skips its
 * letter would skip them with the event that failed.
 */
async function writeWork(client: pg.ClientBase, consumer: string, spans: readonly object[]): Promise<void> {
  const { rows } = await client.query<{ stream_id: string }>(
    `with written as (
     insert into work (consumer, stream_id, since, upto)
     select $1, s.stream_id, s.since, s.upto
       from jsonb_to_recordset($2) as s (stream_id text, since bigint, upto bigint)
      order by s.stream_id
     on conflict (consumer, stream_id) do update
        set upto = greatest(work.upto, excluded.upto), since = least(work.since, excluded.since),
            lease_token = case when work.since <= excluded.since then work.lease_token end,
            leased_until = case when work.since <= excluded.since then work.leased_until end,
            is_dead = work.is_dead and work.since <= excluded.since,
            attempts = case when work.since <= excluded.since then work.attempts else 0 end
     returning new.stream_id, old.is_dead and not new.is_dead as is_revived)
     select stream_id from written where is_revived`,
    [consumer, JSON.stringify(spans)],
  )
  if (rows.length === 0) return
  // a statement of its own: it also finds a letter that was written while the first one waited for the row
  await client.query(
    `update dead_letters
        set resolution = 'retried', reason = 'a rewind added earlier events', resolved_by = 'system:relay',
            resolved_at = clock_timestamp()
      where consumer = $1 and stream_id = any($2) and message_id is null and timer_id is null and resolution is null`,
    [consumer, rows.map(({ stream_id }) => stream_id)],
  )
}

/**
 * Creates the cursors of new consumers where they begin. Must run before the first append of the release that adds them: for
 * a consumer that begins at the head, earlier events are not handled.
 * @returns the names of all consumers
 */
export async function registerConsumers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'register-consumers',
    text: `with registered as (
             insert into work_consumers (name, cursor)
             select name, case begins_at when 'head' then (select coalesce(max(position), 0) from log.events) else 0 end
               from consumers c where not exists (select from work_consumers w where w.name = c.name)
             on conflict (name) do nothing)
           select name from consumers order by name`,
  })
  return rows.map(({ name }) => name)
}
