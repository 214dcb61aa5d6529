import type { Log } from '@jaanch/platform/logging'
import { createWakeSignal, type RetryPolicy } from '@jaanch/platform/run-loop'
import { batchCalls } from '@jaanch/platform/share-calls'
import { record, secondsSince } from '@jaanch/platform/telemetry/metrics'
import { inTrace, recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import type { Recorded } from '../events.ts'
import { type EventRow, eventColumns, type Queryable, revive, type UnreadableEventError } from '../read.ts'
import type { KnownConsumers } from './consumers.ts'
import { handleEvent, type Reaction, type ReadHistory, UnhandledEventError } from './handler.ts'
import type { WorkJob } from './jobs.ts'
import { createBatchedLeases } from './leasing/batched-leases.ts'
import { createLeasedTable, type Lease, leasedUntil } from './leasing/leased-table.ts'
import { type RowConsumer, runLeaseLoop } from './leasing/row-consumer.ts'

/** About twelve minutes in all: longer than a restart of anything that a handler needs. */
export const workRetryPolicy: RetryPolicy = { attempts: 18, baseMs: 500, maxMs: 60_000 }

type WorkOptions<Services> = {
  reactions: readonly Reaction<Services>[]
  consumers: KnownConsumers
  /** The services that the handlers take */
  services: Services
  log: Log
  /** For leases and settlements */
  leasePool: pg.Pool
  /** Streams of a consumer with slow handlers that are handled at the same time */
  concurrency: number
  retryPolicy: RetryPolicy
  /** How long a worker may be silent before another one takes its rows */
  leaseSeconds?: number | undefined
  /** Called when the events of a lease were handled */
  onDone?: (consumer: string) => void
}

/** Streams of a consumer handled at the same time: they share statements, so it is the number of rows in a statement. */
const streamsAtOnce = 300

/**
 * The consumers of an event finish one after the other, and nobody waits for a settlement: one statement instead of three for
 * most bookings.
 */
const settleWithinMs = 20

type Handled = { handled: number; failure?: { position: number; error: Error } }

/** Handles the events in work rows, stream by stream, each stream in order. */
export function createWorkConsumer<Services>(options: WorkOptions<Services>): RowConsumer<WorkJob> {
  const { reactions, consumers, services, log, leasePool, concurrency, retryPolicy, leaseSeconds, onDone } =
    options
  const reactionOf = new Map(reactions.map((reaction) => [reaction.consumer.name, reaction]))
  // of all consumers: those of one stream are in one statement, which reads it once
  const rowsAtOnce = streamsAtOnce * reactions.length
  const wakeSignal = createWakeSignal()
  const leases = createBatchedLeases({
    table: createWorkTable(leaseSeconds),
    pool: leasePool,
    retryPolicy,
    messages: { failed: 'work failed', dead: 'work failed for the last time: it waits for an operator' },
    log,
  })
  const readSpan = batchCalls((spans: readonly StreamSpan[]) => readSpans(leasePool, spans), rowsAtOnce)
  const settle = batchCalls(
    (batch: readonly Settlement[]) => settleWork(leasePool, batch, leaseSeconds),
    rowsAtOnce,
    settleWithinMs,
  )

  function handleWork(lease: WorkLease): Promise<void> {
    return leases.hold(lease, async () => {
      // each event of a row that failed is settled by itself: if one of them ends the process, the others are not repeated, and
      // the letter names this one
      const most = lease.attempts > 0 ? 1 : Number.POSITIVE_INFINITY
      let rest: WorkLease | undefined = lease
      while (rest) rest = await handleLease(rest, most)
    })
  }

  /** @returns the lease of the events that arrived in the meantime; undefined when none did, or when one failed */
  async function handleLease(lease: WorkLease, most: number): Promise<WorkLease | undefined> {
    const { consumer, streamId } = lease
    const startedAt = performance.now()
    const { handled, failure } = await handleInOrder(lease, most)
    const outcome = failure ? 'failed' : 'done'
    record('jaanch_work_duration_seconds', secondsSince(startedAt), { consumer, outcome })
    // attempts count from the last event that succeeded
    const settled = failure && handled === lease.since ? lease : await settle({ lease, handled })
    if (settled !== lease && settled !== 'lost') onDone?.(lease.consumer)
    if (typeof settled === 'string') return undefined
    if (!failure) return settled
    const { position, error } = failure
    await leases.recordFailure(settled, {
      consumer,
      streamId,
      position,
      error: error.message,
      cause: error,
      details: { err: error, consumer, position },
    })
    return undefined
  }

  /**
   * The events before one that cannot be read are handled, so an operator who skips it skips that event only.
   * @param most the number of events to handle
   */
  async function handleInOrder(lease: WorkLease, most: number): Promise<Handled> {
    let handled = lease.since
    let position = lease.upto
    try {
      const { events, unreadable, readStream } = await readSpan(lease)
      position = events[0]?.position ?? unreadable?.position ?? position
      leases.assertAttemptLeft(lease)
      for (const [n, event] of events.entries()) {
        if (n === most) return { handled }
        position = event.position
        await handle(lease.consumer, event, readStream)
        handled = position
      }
      if (!unreadable) return { handled: lease.upto }
      position = unreadable.position
      throw unreadable
    } catch (error) {
      return { handled, failure: { position, error: error as Error } }
    }
  }

  async function handle(consumer: string, event: Recorded, readStream: ReadHistory): Promise<void> {
    const { correlationId, position, type } = event
    const startedAt = performance.now()
    let hasFailed = true
    try {
      const reaction = reactionOf.get(consumer)
      if (!reaction) throw new UnhandledEventError(consumer, event)
      await inTrace(correlationId, () => handleEvent(reaction, event, services, readStream))
      hasFailed = false
    } finally {
      recordSpan(correlationId, {
        name: `work ${consumer}`,
        startedAt,
        attributes: { position, type },
        hasFailed,
      })
    }
  }

  return {
    queue: 'work',
    jobConcurrency: 1,
    handleJob: async () => wakeSignal.notify(),
    poll: (polling) =>
      runLeaseLoop({
        ...polling,
        scopes: consumers.known,
        scopeOf: ({ consumer }) => consumer,
        capacityOf: (consumer) => (reactionOf.get(consumer)?.consumer.isSlow ? concurrency : streamsAtOnce),
        lease: leases.leaseDue,
        handle: handleWork,
        wakeSignal,
        what: 'work',
        log,
      }),
    release: leases.release,
    close: leases.close,
  }
}

/** The events that a consumer wants of a part of a stream: those after `since`, up to and including position `upto`. */
type StreamSpan = { consumer: string; streamId: string; since: number; upto: number }

/** The events of a span in order: all of them, or those before the first one that cannot be read. */
type SpanEvents = {
  events: Recorded[]
  unreadable?: UnreadableEventError
  /** All events of the stream, at least up to the end of the span. @throws UnreadableEventError */
  readStream: () => readonly Recorded[]
}

type SpanRow = EventRow & { wanted_by: string[] | null }

/**
 * Reads whole streams, each once however many consumers want its events, because nearly every handler needs what happened
 * before. The types that a consumer wants are read in the same snapshot as the events. A type is wanted before its first event
 * is appended, so no event is taken for unwanted by a process that learned of its type too late.
 * @returns the wanted events of each span
 */
export async function readSpans(db: Queryable, spans: readonly StreamSpan[]): Promise<SpanEvents[]> {
  const { rows } = await db.query<SpanRow>({
    name: 'read-spans',
    text: `select ${eventColumns}, wanted_by
             from log.events
             left join (select type, array_agg(consumer) as wanted_by from consumer_events group by type) wanted using (type)
            where stream_id = any($1) order by stream_id, version`,
    values: [[...new Set(spans.map(({ streamId }) => streamId))]],
  })
  const streams = Map.groupBy(rows, (row) => row.stream_id)
  const reviveOnce = rememberRevived()
  return spans.map(({ consumer, streamId, since, upto }) => {
    const stream = streams.get(streamId) ?? []
    const wanted = stream.filter(
      ({ position, wanted_by }) => position > since && position <= upto && wanted_by?.includes(consumer),
    )
    return { ...untilUnreadable(wanted, reviveOnce), readStream: () => stream.map(reviveOnce) }
  })
}

/** Each event is validated once, although several consumers want it. */
function rememberRevived(): (row: EventRow) => Recorded {
  const revived = new Map<EventRow, Recorded>()
  return (row) => {
    const event = revived.get(row) ?? revive(row)
    revived.set(row, event)
    return event
  }
}

function untilUnreadable(
  rows: readonly EventRow[],
  reviveRow: (row: EventRow) => Recorded,
): { events: Recorded[]; unreadable?: UnreadableEventError } {
  const events: Recorded[] = []
  try {
    for (const row of rows) events.push(reviveRow(row))
    return { events }
  } catch (error) {
    return { events, unreadable: error as UnreadableEventError }
  }
}

/** The lease of a consumer's unhandled events of one stream: those in (since, upto]. */
export type WorkLease = Lease & { consumer: string; streamId: string; since: number; upto: number }

/** Handlers take milliseconds. */
const usualLeaseSeconds = 8

/** Leasing is limited to consumers that this process knows: during a release others may know more. */
export function createWorkTable(leaseSeconds = usualLeaseSeconds) {
  return createLeasedTable<WorkLease, 'consumer' | 'streamId', string>({
    table: 'work',
    key: {
      consumer: { column: 'consumer', type: 'text' },
      streamId: { column: 'stream_id', type: 'text' },
    },
    columns: 'since, upto',
    isOpen: 'not is_dead',
    markDead: 'is_dead = true',
    leaseSeconds,
    scope: 'consumer',
    isPausable: true,
  })
}

/** The events that were handled under a lease: all up to a position. */
type Settlement = { lease: WorkLease; handled: number }

/** Nothing is left, the lease was lost, or the lease of the events that are left. */
type Settled = 'done' | 'lost' | WorkLease

/** An operator who follows a booking reads these; pruned after a week. */
const recordDone = `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at, begun_at)
  select consumer, stream_id, since, upto, attempts, queued_at, begun_at from done`

/**
 * Deletes the rows whose events were all handled. Locked rows are skipped instead of waited for, so that statements on many
 * rows, and the relay that adds events to them, never wait for each other in a circle.
 */
export async function settleWork(
  pool: pg.Pool,
  settlements: readonly Settlement[],
  leaseSeconds = usualLeaseSeconds,
): Promise<Settled[]> {
  const { rows } = await pool.query<{ consumer: string; stream_id: string }>({
    name: 'settle work',
    text: `with done as (
             delete from work where ctid = any(array(
               select found.ctid
                 from unnest($1::text[], $2::text[], $3::uuid[], $4::bigint[]) as s (consumer, stream_id, lease_token, handled)
                cross join lateral (
                  select ctid from work w
                   where w.consumer = s.consumer and w.stream_id = s.stream_id and w.lease_token = s.lease_token
                     and w.upto <= s.handled
                     for update skip locked) found))
             returning consumer, stream_id, since, upto, attempts, queued_at, begun_at
           ) ${recordDone} returning consumer, stream_id`,
    values: [
      settlements.map(({ lease }) => lease.consumer),
      settlements.map(({ lease }) => lease.streamId),
      settlements.map(({ lease }) => lease.leaseToken),
      settlements.map(({ handled }) => handled),
    ],
  })
  const done = new Set(rows.map((row) => `${row.consumer} ${row.stream_id}`))
  return Promise.all(
    settlements.map((settlement) => {
      const { consumer, streamId } = settlement.lease
      return done.has(`${consumer} ${streamId}`) ? 'done' : settlePart(pool, settlement, leaseSeconds)
    }),
  )
}

/** More events arrived, or not all were handled: the row and the lease remain, for the events after `handled`. */
async function settlePart(
  pool: pg.Pool,
  { lease, handled }: Settlement,
  leaseSeconds: number,
): Promise<'lost' | WorkLease> {
  const { rows } = await pool.query<WorkLease>(
    `with held as (
       select * from work where consumer = $1 and stream_id = $2 and lease_token = $3 for update
     ), done as (
       select consumer, stream_id, since, $4::bigint as upto, attempts, queued_at, begun_at from held where since < $4
     ), recorded as (${recordDone})
     update work w
        set since = greatest(w.since, $4), attempts = 0, last_error = null, begun_at = clock_timestamp(),
            queued_at = case when $4 < $5 then w.queued_at else clock_timestamp() end, ${leasedUntil(leaseSeconds)}
       from held
      where w.consumer = held.consumer and w.stream_id = held.stream_id
     returning w.consumer, w.stream_id as "streamId", w.lease_token as "leaseToken", w.attempts, false as "wasLost", w.since, w.upto`,
    [lease.consumer, lease.streamId, lease.leaseToken, handled, lease.upto],
  )
  return rows[0] ?? 'lost'
}
