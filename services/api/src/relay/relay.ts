import type { WorkJob } from '@jaanch/contracts/jobs'
import { readOrigins } from '@jaanch/eventlog/origins'
import { LogGapError } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import type { JobProducer } from '@jaanch/platform/queues'
import { pause, runLoop } from '@jaanch/platform/run-loop'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { relaySql } from './relay-statement.ts'
import { workJobs } from './work-jobs.ts'

export type RelayOptions = {
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
