import { streamId } from '@jaanch/eventlog/events/streams'
import type { Queryable } from '@jaanch/eventlog/read'
import { readPositions, readStreams, type StoredEvent } from '../events/events.ts'
import type { StreamSubject } from '../events/find-subject.ts'
import { type OutboxMessage, readMessages } from '../outbox/messages.ts'
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

/** What is stored about the work, the messages and the pushes of these events. */
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
