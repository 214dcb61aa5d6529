import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { EventType } from '@jaanch/contracts/events/registry'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { readEventHeaders } from '@jaanch/eventlog/read'
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
 */
export function runRelay({ pool, wakeSignal, jobs, log, signal }: RelayOptions): Promise<void> {
  const names = Object.keys(consumers) as ConsumerName[]
  return runLoop({
    async pass() {
      let hasMore = false
      for (const name of names) {
        const batch = await relayBatch(pool, name)
        // not awaited: a Redis that does not answer must not delay the relay
        void jobs
          .add(
            batch.jobs.map((job) => ({ name, data: job, options: { deduplication: deduplicationOf(job) } })),
          )
          .catch((error) => log.debug({ err: error }, 'work was not announced'))
        hasMore ||= batch.hasMore
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

/** Advances one consumer by a batch. Does nothing while another process has the consumer's row locked. */
export async function relayBatch(pool: pg.Pool, consumer: ConsumerName): Promise<RelayedBatch> {
  await registerConsumers(pool)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ cursor: number }>(
      'select cursor from work_consumers where name = $1 for update skip locked',
      [consumer],
    )
    const cursor = rows[0]?.cursor
    if (cursor === undefined) return { jobs: [], hasMore: false }

    const events = await readEventHeaders(client, cursor, batchSize)
    const last = events.at(-1)
    if (!last) return { jobs: [], hasMore: false }

    const handledTypes: readonly EventType[] = consumers[consumer].events
    const spans = new Map<string, { stream_id: string; since: number; upto: number }>()
    for (const { position, streamId, type } of events) {
      if (!handledTypes.includes(type)) continue
      const since = spans.get(streamId)?.since ?? position - 1
      spans.set(streamId, { stream_id: streamId, since, upto: position })
    }
    if (spans.size > 0) {
      await client.query(
        `insert into work (consumer, stream_id, since, upto)
         select $1, s.stream_id, s.since, s.upto
           from jsonb_to_recordset($2) as s (stream_id text, since bigint, upto bigint)
          order by s.stream_id
         on conflict (consumer, stream_id) do update set upto = greatest(work.upto, excluded.upto)`,
        [consumer, JSON.stringify([...spans.values()])],
      )
    }
    await client.query('update work_consumers set cursor = $2 where name = $1', [consumer, last.position])
    return {
      jobs: [...spans.keys()].map((streamId) => ({ consumer, streamId })),
      hasMore: events.length === batchSize,
    }
  })
}

const registered = new WeakSet<pg.Pool>()

/**
 * Creates the cursors of new consumers at the positions that the contracts declare. Must run before the first append: for a
 * consumer that starts at the head, earlier events are not handled.
 */
export async function registerConsumers(pool: pg.Pool): Promise<void> {
  if (registered.has(pool)) return
  await pool.query(
    `insert into work_consumers (name, cursor)
     select name, case when beginning = 'head' then (select coalesce(max(position), 0) from log.events) else 0 end
       from unnest($1::text[], $2::text[]) as c (name, beginning)
     on conflict (name) do nothing`,
    [Object.keys(consumers), Object.values(consumers).map(({ from }) => from)],
  )
  registered.add(pool)
}
