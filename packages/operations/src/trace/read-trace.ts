import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import type { Queryable } from '@jaanch/eventlog/read'
import { lastStep } from '@jaanch/report/critical/rules'
import {
  eventColumns,
  readPositions,
  readStreams,
  type StoredEvent,
  type StreamSubject,
} from '../events/events.ts'
import { type OutboxMessage, readMessages } from '../outbox/messages.ts'
import { timers } from '../work/declared.ts'
import { readWaitingOf, type WaitingWork } from '../work/work.ts'

export type DoneWork = {
  consumer: string
  streamId: string
  since: number
  upto: number
  /** Attempts that failed before */
  attempts: number
  queuedAt: Date
  begunAt: Date | null
  doneAt: Date
}

export type DeadWork = {
  id: number
  consumer: string
  position: number
  failedAt: Date
  error: string
  resolution: string | null
  reason: string | null
  resolvedAt: Date | null
}

/** All stored facts about some events and their effects. */
export type Trace = {
  events: StoredEvent[]
  done: DoneWork[]
  waiting: WaitingWork[]
  dead: DeadWork[]
  messages: OutboxMessage[]
  /** When the live read tables contained each event and it was pushed; stored for a week */
  seen: Map<number, Date>
}

/** The trace of a booking with its prescription, or of a prescription with its booking. */
export async function readTrace(db: Queryable, { kind, id }: StreamSubject): Promise<Trace> {
  const own = await readStreams(db, [streamId(kind, id)])
  const others = kind === 'prescription' ? await bookingsOf(db, own) : prescriptionsOf(own)
  const events = others.length > 0 ? await readStreams(db, [streamId(kind, id), ...others]) : own
  return readFacts(db, events)
}

/** Reads all that is stored about the work, the messages and the pushes of these events. */
export async function readFacts(db: Queryable, events: StoredEvent[]): Promise<Trace> {
  const streams = [...new Set(events.map((event) => event.streamId))]
  const positions = events.map(({ position }) => position)
  const [done, waiting, dead, messages, seen] = await Promise.all([
    readDone(db, streams),
    readWaitingOf(db, streams),
    readDead(db, streams),
    readMessages(db, positions),
    readSeen(db, positions),
  ])
  return { events, done, waiting, dead, messages, seen }
}

/** The prescription that the booking was made from, if any. */
function prescriptionsOf(events: readonly StoredEvent[]): string[] {
  const ids = events.flatMap(({ data }) => {
    const { prescriptionId } = data as { prescriptionId?: unknown }
    return typeof prescriptionId === 'string' ? [`prescription-${prescriptionId}`] : []
  })
  return [...new Set(ids)]
}

/** The bookings whose events changed the prescription. */
async function bookingsOf(db: Queryable, events: readonly StoredEvent[]): Promise<string[]> {
  const causes = await readPositions(
    db,
    events.flatMap(({ causationId }) => causationId ?? []),
  )
  return [...new Set(causes.map((cause) => cause.streamId))].filter((stream) => stream.startsWith('booking-'))
}

async function readDone(db: Queryable, streams: readonly string[]): Promise<DoneWork[]> {
  const { rows } = await db.query<DoneWork>(
    `select consumer, stream_id as "streamId", since, upto, attempts,
            queued_at as "queuedAt", begun_at as "begunAt", done_at as "doneAt"
       from work_done where stream_id = any ($1) order by done_at`,
    [streams],
  )
  return rows
}

async function readDead(db: Queryable, streams: readonly string[]): Promise<DeadWork[]> {
  const { rows } = await db.query<DeadWork>(
    `select id, consumer, position, failed_at as "failedAt", error, resolution, reason, resolved_at as "resolvedAt"
       from dead_letters where stream_id = any ($1) order by id`,
    [streams],
  )
  return rows
}

async function readSeen(db: Queryable, positions: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await db.query<{ position: number; at: Date }>(
    `select p.position, batch.at
       from unnest($1::bigint[]) p (position)
      cross join lateral (
        select since, at from read_batches where upto >= p.position order by upto, at limit 1) batch
      where batch.since < p.position`,
    [positions],
  )
  return new Map(rows.map(({ position, at }) => [position, at]))
}

/** Bounds of what is read for one event: chains are a few events long */
const maxCauses = 20
const maxEffects = 200

/** @returns the event that caused this one, the cause of that, and so on */
export async function readCauses(db: Queryable, event: StoredEvent): Promise<StoredEvent[]> {
  const causes: StoredEvent[] = []
  let last = event
  while (last.causationId !== null && last.causationId < last.position && causes.length < maxCauses) {
    const [cause] = await readPositions(db, [last.causationId])
    if (!cause) break
    causes.push(cause)
    last = cause
  }
  return causes
}

/**
 * Finds the events that these events caused, and what those caused. `causation_id` has no index, so that appends stay fast; but
 * the append ids of consumers follow from the consumer and the event, and those of timers from the timer, so that they are looked
 * up by the index of append ids.
 * @returns the events and their effects, in the order of the log
 */
export async function readWithEffects(db: Queryable, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const { rows: consumers } = await db.query<{ name: string }>('select name from work_consumers')
  const all = new Map(events.map((event) => [event.position, event]))
  let causes = [...events]
  while (causes.length > 0 && all.size < events.length + maxEffects) {
    const effects = await readEffects(
      db,
      causes,
      consumers.map(({ name }) => name),
    )
    causes = effects.filter(({ position }) => !all.has(position))
    for (const effect of causes) all.set(effect.position, effect)
  }
  return [...all.values()].sort((one, other) => one.position - other.position)
}

async function readEffects(
  db: Queryable,
  causes: readonly StoredEvent[],
  consumers: readonly string[],
): Promise<StoredEvent[]> {
  const { rows: fired } = await db.query<{ id: string }>(
    `select id from timers where kind = any ($1) and stream_id = any ($2)`,
    [timers.map(({ kind }) => kind), [...new Set(causes.map(({ streamId }) => streamId))]],
  )
  const ofConsumers = causes.flatMap(({ position }) => consumers.map((name) => appendIdOf(name, position)))
  // each date of a visit that was moved has its reminder
  const dates = causes.flatMap(({ data }) => (data as { scheduledDate?: string | null }).scheduledDate ?? [])
  const ofTimers = fired.flatMap(({ id }) => [
    appendIdOf('timers', id),
    ...dates.map((date) => appendIdOf('timers', id, date)),
  ])
  const reminders = new Map(fired.flatMap(({ id }) => causes.flatMap((cause) => remindersOf(id, cause))))
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events
      where append_id = any ($1::uuid[]) and causation_id = any ($2) or append_id = any ($3::uuid[])
      order by position limit $4`,
    [
      [...ofConsumers, ...ofTimers],
      causes.map(({ position }) => position),
      [...reminders.keys()],
      maxEffects,
    ],
  )
  return rows.map((row) => ({ ...row, causationId: row.causationId ?? reminders.get(row.appendId) ?? null }))
}

/**
 * The reminders of a call about a critical value, which are recorded without their cause.
 * @returns their append ids, with the position of the cause
 */
function remindersOf(timerId: string, { type, position, data }: StoredEvent): [string, number][] {
  if (type !== 'CriticalValueFound') return []
  const { callId } = data as { callId: string }
  return Array.from({ length: lastStep }, (_, step) => [
    appendIdOf('timers', timerId, callId, step + 1),
    position,
  ])
}
