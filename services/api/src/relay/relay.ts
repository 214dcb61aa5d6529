import { LogGapError, readOrigins } from '@jaanch/eventlog/read'
import type { WorkJob } from '@jaanch/eventlog/work/jobs'
import type { Log } from '@jaanch/platform/logging'
import type { JobProducer } from '@jaanch/platform/queues'
import { pause, runLoop, type WakeSignal } from '@jaanch/platform/run-loop'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'

/**
 * The next events of the log become work rows of all consumers at the foremost cursor, and their cursors advance: one
 * statement, so one transaction and one reading of the log, whatever the number of consumers. A consumer that another process
 * serves at the moment is skipped.
 *
 * A work row that exists gets the new events too. After a rewind they are before its own. Then its lease ends, because the
 * worker that holds it would settle them with those that it handled; and a dead row is tried again, because an operator who
 * skips its letter would skip them with the event that failed.
 *
 * $1 serve the foremost of the cursors before this position, $2 maximum number of events. Returns one row per consumer that was
 * served.
 */
const relaySql = `
  with at as materialized (
    select max(cursor) as cursor from work_consumers where cursor < $1
  ), served as materialized (
    select name from work_consumers where cursor = (select cursor from at) for update skip locked
  ), events as materialized (
    -- positions are dense, so those after a gap do not match
    select position, stream_id, type
      from (select position, stream_id, type, row_number() over (order by position) as n
              from log.events where position > (select cursor from at) order by position limit $2) numbered
     where position = (select cursor from at) + n
  ), written as (
    insert into work (consumer, stream_id, since, upto)
    select c.consumer, e.stream_id, min(e.position) - 1, max(e.position)
      from served s
      join consumer_events c on c.consumer = s.name
       -- where no city has labs assigned, nobody reads what it writes
       and (s.name <> 'assignment' or exists (select from automatic_assignment where is_on))
      join events e on e.type = c.type
     group by c.consumer, e.stream_id
     -- in one order, so that two relays never wait for each other in a circle
     order by c.consumer, e.stream_id
    on conflict (consumer, stream_id) do update
       set upto = greatest(work.upto, excluded.upto), since = least(work.since, excluded.since),
           lease_token = case when work.since <= excluded.since then work.lease_token end,
           leased_until = case when work.since <= excluded.since then work.leased_until end,
           is_dead = work.is_dead and work.since <= excluded.since,
           attempts = case when work.since <= excluded.since then work.attempts else 0 end
    returning new.consumer, new.stream_id, old.is_dead and not new.is_dead as is_revived
  ), head as materialized (
    select max(position) as upto, count(*) as size from events
  ), moved as (
    update work_consumers c set cursor = head.upto
      from served s, head
     where c.name = s.name and head.upto is not null
  )
  select s.name as consumer, at.cursor, head.size::integer as events,
         count(w.stream_id)::integer as rows,
         coalesce(bool_or(w.is_revived), false) as "hasRevived",
         head.size = 0 and (select max(position) from log.events) > at.cursor as "isBeforeGap",
         exists (select from work_consumers where cursor < at.cursor) as "hasOthersBehind"
    from served s
   cross join at
   cross join head
    left join written w on w.consumer = s.name
   group by s.name, at.cursor, head.size
   order by s.name`

type RelayOptions = {
  pool: pg.Pool
  /** Notified when events may have been appended */
  wakeSignal: WakeSignal
  /** Wakes the workers, who also poll for work rows: its failures are logged and ignored */
  jobs: JobProducer<WorkJob>
  log: Log
  signal: AbortSignal
}

const batchSize = 1_000
const pollMs = 1_000

/**
 * The shortest time from one pass that found events to the next, ms: at a hundred bookings a second, events that are relayed
 * together are also handled together, for less CPU time. The first event after a pause does not wait.
 */
const gatherMs = 50

/**
 * Writes work rows for the consumers of new events. In one transaction, the events after the cursor of the consumers become
 * work rows and the cursor advances. Only then are jobs added to BullMQ. A process that dies before the commit has changed
 * nothing; one that dies after it leaves rows that the workers find by polling.
 *
 * The consumers and the types that they want are those of the database, so an older release relays for a newer one too.
 */
export function runRelay({ pool, wakeSignal, jobs, log, signal }: RelayOptions): Promise<void> {
  /** The gap before which each consumer was last seen, so that it is logged once and not every second */
  const gaps = new Map<string, number>()
  let registeredAt = Number.NEGATIVE_INFINITY

  function stopBeforeGap(consumer: string, cursor: number): void {
    const error = new LogGapError(`The log has a gap after position ${cursor}`)
    if (gaps.get(consumer) !== cursor)
      log.error({ err: error, consumer }, 'an event is missing: nothing is relayed to this consumer')
    gaps.set(consumer, cursor)
  }

  async function relay(below: number): Promise<RelayedBatch[]> {
    const startedAt = performance.now()
    const relayed = await relayBatch(pool, below)
    if (isTracing() && relayed[0]) void traceBatch(pool, relayed[0], startedAt).catch(() => {})
    for (const { consumer, cursor, isBeforeGap } of relayed) {
      if (isBeforeGap) stopBeforeGap(consumer, cursor)
      else gaps.delete(consumer)
    }
    // not awaited: a Redis that does not answer must not delay the relay
    void jobs.add(workJobs(relayed)).catch((error) => log.debug({ err: error }, 'work was not announced'))
    return relayed
  }

  return runLoop({
    name: 'the relay',
    async pass() {
      const startedAt = performance.now()
      if (startedAt - registeredAt >= pollMs) {
        await registerConsumers(pool)
        await resolveLetters(pool)
        registeredAt = startedAt
      }
      let hasMore = false
      let size = 0
      // nearly always once: a consumer that was rewound, or stands before a gap, is served apart until it has caught up
      for (let below: number | undefined = Number.MAX_SAFE_INTEGER; below !== undefined; ) {
        const relayed: RelayedBatch[] = await relay(below)
        hasMore ||= relayed.some(({ events }) => events === batchSize)
        size += relayed[0]?.events ?? 0
        below = relayed.find(({ hasOthersBehind }) => hasOthersBehind)?.cursor
      }
      if (size > 0 && !hasMore) await pause(Math.max(0, startedAt + gatherMs - performance.now()), signal)
      return hasMore
    },
    wakeSignal,
    pollMs,
    onError: (error) => log.warn({ err: error }, 'relaying failed, trying again'),
    signal,
  })
}

/** Makes a span for each event of a batch whose trace is recorded. Nobody waits for it, and a failed one is lost. */
async function traceBatch(pool: pg.Pool, { cursor, events }: RelayedBatch, startedAt: number): Promise<void> {
  if (events === 0) return
  const endedAt = performance.now()
  const positions = Array.from({ length: events }, (_, n) => cursor + 1 + n)
  for (const { correlationId, position, type } of (await readOrigins(pool, positions)).values())
    recordSpan(correlationId, { name: 'relay', startedAt, endedAt, attributes: { position, type } })
}

type RelayedBatch = {
  consumer: string
  /** Where it stood before */
  cursor: number
  /** The number of events by which its cursor advanced */
  events: number
  /** Work rows written */
  rows: number
  /** Nothing was relayed, because the next event is missing and a later one exists */
  isBeforeGap: boolean
  /** Other consumers' cursors are before this one */
  hasOthersBehind: boolean
}

/**
 * Advances the foremost consumers by a batch, those whose cursor is before `below`.
 * @returns the consumers that were served; none while another process serves them
 */
export async function relayBatch(pool: pg.Pool, below = Number.MAX_SAFE_INTEGER): Promise<RelayedBatch[]> {
  const { rows } = await pool.query<RelayedBatch & { hasRevived: boolean }>({
    name: 'relay',
    text: relaySql,
    values: [below, batchSize],
  })
  if (rows.some(({ hasRevived }) => hasRevived)) await resolveLetters(pool)
  return rows
}

/**
 * Resolves the letters of rows that a rewind made due again, also when a worker handled and deleted the row meanwhile: a letter
 * and its row's `is_dead` are always written together. Until then an operator cannot resolve them. Not part of the relay's
 * statement, which does not see a letter that was written while it waited for the row; repeated every second, for a process that
 * died in between.
 */
async function resolveLetters(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'resolve-letters',
    text: `update dead_letters d
              set resolution = 'retried', reason = 'a rewind added earlier events', resolved_by = 'system:relay',
                  resolved_at = clock_timestamp()
            where message_id is null and timer_id is null and resolution is null
              and not exists (select from work w where w.consumer = d.consumer and w.stream_id = d.stream_id and w.is_dead)`,
  })
}

/**
 * Creates the cursors of new consumers where they begin. Must run before the first append of the release that adds them: for
 * a consumer that begins at the head, earlier events are not handled.
 */
export async function registerConsumers(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'register-consumers',
    text: `insert into work_consumers (name, cursor)
           select name, case begins_at when 'head' then (select coalesce(max(position), 0) from log.events) else 0 end
             from consumers c where not exists (select from work_consumers w where w.name = c.name)
           on conflict (name) do nothing`,
  })
}

/** A worker leases about this many rows at once: further rows wake further workers, of at most `maxJobs` processes. */
const rowsPerJob = 200
const maxJobs = 8

/** The part of one consumer in a pass: the cursor before, by how many events it advanced, and the work rows written. */
type Relayed = { consumer: string; cursor: number; events: number; rows: number }

/**
 * The jobs that wake the workers. Each says for whom there is work and up to which position. A job that waits already is
 * enough; one that arrives while it is being taken is added again afterwards.
 */
export function workJobs(relayed: readonly Relayed[]) {
  const written = relayed.filter(({ rows }) => rows > 0)
  const rows = written.reduce((sum, batch) => sum + batch.rows, 0)
  const data: WorkJob = {
    consumers: written.map(({ consumer }) => consumer),
    upto: Math.max(...written.map(({ cursor, events }) => cursor + events)),
  }
  return Array.from({ length: Math.min(maxJobs, Math.ceil(rows / rowsPerJob)) }, (_, n) => ({
    name: data.consumers.join(', '),
    data,
    options: { deduplication: { id: `work ${n}`, keepLastIfActive: true } },
  }))
}
