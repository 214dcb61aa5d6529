import {
  type EventType,
  type JaanchEvent,
  type Recorded,
  reviveEvent,
} from '@jaanch/contracts/events/registry'
import { type StreamEvents, type StreamKind, streamId } from '@jaanch/contracts/events/streams'
import type pg from 'pg'

/** A pool, or one connection of it. */
export type Queryable = Pick<pg.ClientBase, 'query'>

type EventRow = {
  position: number
  stream_id: string
  version: number
  type: string
  schema_version: number
  data: Record<string, unknown>
  actor: string
  correlation_id: string | null
  causation_id: number | null
  at: Date
}

const columns =
  'position, stream_id, version, type, schema_version, data, actor, correlation_id, causation_id, at'

/** An event whose type, version or shape this code does not know: written by newer code, or damaged. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
  readonly position: number
  readonly type: string

  constructor(position: number, type: string, cause: unknown) {
    super(`Event ${position} (${type}) cannot be read`, { cause })
    this.position = position
    this.type = type
  }
}

function revive(row: EventRow): Recorded {
  return {
    ...reviveEventOf(row),
    position: row.position,
    streamId: row.stream_id,
    version: row.version,
    actor: row.actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    at: row.at,
  } as Recorded
}

function reviveEventOf(row: EventRow): JaanchEvent {
  try {
    return reviveEvent(row.type, row.schema_version, row.data)
  } catch (cause) {
    throw new UnreadableEventError(row.position, row.type, cause)
  }
}

/** @returns at most `limit` events after a position, in order */
export async function readLog(db: Queryable, after: number, limit: number): Promise<Recorded[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-log',
    text: `select ${columns} from log.events where position > $1 order by position limit $2`,
    values: [after, limit],
  })
  return rows.map(revive)
}

/** Positions are dense: a gap means that the log is damaged, and continuing would lose events silently. */
export class LogGapError extends Error {
  override name = 'LogGapError'
}

/** Like readLog. @throws LogGapError when an event is missing */
export async function readLogInOrder(db: Queryable, after: number, limit: number): Promise<Recorded[]> {
  const events = await readLog(db, after, limit)
  const expected = after + events.length
  if (events.length > 0 && (events[0]?.position !== after + 1 || events.at(-1)?.position !== expected)) {
    throw new LogGapError(`The log has a gap after position ${after}`)
  }
  return events
}

/** @returns a stream's events with a version above `after`, in order */
export async function readStream(db: Queryable, streamId: string, after = 0): Promise<Recorded[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-stream',
    text: `select ${columns} from log.events where stream_id = $1 and version > $2 order by version`,
    values: [streamId, after],
  })
  return rows.map(revive)
}

/** As readStream, by the kind and id of a thing: a stream contains only events of its kind. */
export function readStreamOf<Kind extends StreamKind>(
  db: Queryable,
  kind: Kind,
  id: string,
  after = 0,
): Promise<Recorded<StreamEvents[Kind]>[]> {
  return readStream(db, streamId(kind, id), after) as Promise<Recorded<StreamEvents[Kind]>[]>
}

/**
 * @returns the events of each stream, in the order of the ids (an id may occur twice); an Error in place of a stream that
 * contains an unreadable event
 */
export async function readStreams(
  db: Queryable,
  streamIds: readonly string[],
): Promise<(Recorded[] | Error)[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-streams',
    text: `select ${columns} from log.events where stream_id = any($1) order by stream_id, version`,
    values: [[...new Set(streamIds)]],
  })
  const streams = Map.groupBy(rows, (row) => row.stream_id)
  return streamIds.map((id) => reviveAll(streams.get(id)))
}

/** A part of a stream: its events at positions after `since`, up to and including `upto`. */
export type StreamSpan = { streamId: string; since: number; upto: number }

/** @returns the events of each span, in order; an Error in place of a span that contains an unreadable event */
export async function readSpans(
  db: Queryable,
  spans: readonly StreamSpan[],
): Promise<(Recorded[] | Error)[]> {
  const { rows } = await db.query<EventRow & { span: number }>({
    name: 'read-spans',
    text: `select s.span, ${columns}
             from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as s (id, since, upto, span)
             join log.events e on e.stream_id = s.id and e.position > s.since and e.position <= s.upto
            order by s.span, version`,
    values: [
      spans.map(({ streamId }) => streamId),
      spans.map(({ since }) => since),
      spans.map(({ upto }) => upto),
    ],
  })
  const found = Map.groupBy(rows, ({ span }) => span)
  return spans.map((_, index) => reviveAll(found.get(index + 1)))
}

function reviveAll(rows: readonly EventRow[] = []): Recorded[] | Error {
  try {
    return rows.map(revive)
  } catch (error) {
    return error as Error
  }
}

/** @returns position, stream and type of the events after a position, without their data */
export async function readEventHeaders(
  db: Queryable,
  after: number,
  limit: number,
): Promise<{ position: number; streamId: string; type: EventType }[]> {
  const { rows } = await db.query<{ position: number; stream_id: string; type: EventType }>({
    name: 'read-event-headers',
    text: 'select position, stream_id, type from log.events where position > $1 order by position limit $2',
    values: [after, limit],
  })
  return rows.map((row) => ({ position: row.position, streamId: row.stream_id, type: row.type }))
}

/** @returns the position of the last event; 0 for an empty log */
export async function readHead(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ head: number }>(
    'select coalesce(max(position), 0) as head from log.events',
  )
  return rows[0]?.head ?? 0
}
