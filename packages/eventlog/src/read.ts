import type pg from 'pg'
import {
  type JaanchEvent,
  type Recorded,
  reviveEvent,
  type StreamEvents,
  type StreamKind,
  streamId,
  UnknownEventError,
} from './events.ts'

/** A pool, or one connection of it. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export type EventRow = {
  position: number
  stream_id: string
  version: number
  type: string
  schema_version: number
  data: Record<string, unknown>
  actor: string
  correlation_id: string | null
  causation_id: number | null
  append_id: string
  at: Date
}

/** The columns of an EventRow, in its order */
export const eventColumns =
  'position, stream_id, version, type, schema_version, data, actor, correlation_id, causation_id, append_id, at'

/** An event whose type, version or shape this code does not know: written by newer code, or damaged. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
  readonly position: number
  readonly type: string
  /** Newer code can read it; otherwise its data is damaged */
  readonly isNewer: boolean

  constructor(position: number, type: string, cause: unknown) {
    super(`Event ${position} (${type}) cannot be read`, { cause })
    this.position = position
    this.type = type
    this.isNewer = cause instanceof UnknownEventError
  }
}

/** @throws UnreadableEventError */
export function revive(row: EventRow): Recorded {
  return {
    ...reviveEventOf(row),
    position: row.position,
    streamId: row.stream_id,
    version: row.version,
    actor: row.actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    appendId: row.append_id,
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
    text: `select ${eventColumns} from log.events where position > $1 order by position limit $2`,
    values: [after, limit],
  })
  return rows.map(revive)
}

/** Positions are dense: a gap means that the log is damaged, and continuing would lose events silently. */
export class LogGapError extends Error {
  override name = 'LogGapError'
}

/** Like readLog, up to the first gap. @throws LogGapError when the next event is missing and a later one exists */
export async function readLogInOrder(db: Queryable, after: number, limit: number): Promise<Recorded[]> {
  return untilGap(await readLog(db, after, limit), after)
}

function untilGap<Event extends { position: number }>(events: Event[], after: number): Event[] {
  const gap = events.findIndex(({ position }, index) => position !== after + 1 + index)
  if (gap === 0) throw new LogGapError(`The log has a gap after position ${after}`)
  return gap === -1 ? events : events.slice(0, gap)
}

/** @returns a stream's events with a version above `after`, in order */
export async function readStream(db: Queryable, streamId: string, after = 0): Promise<Recorded[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-stream',
    text: `select ${eventColumns} from log.events where stream_id = $1 and version > $2 order by version`,
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

/** @returns the last `limit` events of some types in a stream, in order */
export async function readEndOfStream<Type extends JaanchEvent['type']>(
  db: Queryable,
  streamId: string,
  types: readonly Type[],
  limit: number,
): Promise<Recorded<Extract<JaanchEvent, { type: Type }>>[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-end-of-stream',
    text: `select ${eventColumns} from log.events where stream_id = $1 and type = any($2)
            order by version desc limit $3`,
    values: [streamId, types, limit],
  })
  return rows.reverse().map(revive) as Recorded<Extract<JaanchEvent, { type: Type }>>[]
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
    text: `select ${eventColumns} from log.events where stream_id = any($1) order by stream_id, version`,
    values: [[...new Set(streamIds)]],
  })
  const streams = Map.groupBy(rows, (row) => row.stream_id)
  // an id that occurs twice is validated once
  const revived = new Map(Array.from(streams, ([id, rows]) => [id, reviveAll(rows)]))
  return streamIds.map((id) => revived.get(id) ?? [])
}

function reviveAll(rows: readonly EventRow[]): Recorded[] | Error {
  try {
    return rows.map(revive)
  } catch (error) {
    return error as UnreadableEventError
  }
}

/** @returns the position of the last event; 0 for an empty log */
export async function readHead(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ head: number }>(
    'select coalesce(max(position), 0) as head from log.events',
  )
  return rows[0]?.head ?? 0
}

/** When an event was appended, and by which request it was caused in the end. */
export type Origin = { position: number; type: string; at: Date; correlationId: string | null }

/** @returns the origins of the events at these positions, which may occur twice; by position, without those that do not exist */
export async function readOrigins(db: Queryable, positions: readonly number[]): Promise<Map<number, Origin>> {
  const { rows } = await db.query<Origin>({
    name: 'origins',
    text: `select position, type, at, correlation_id as "correlationId" from log.events where position = any($1)`,
    values: [[...new Set(positions)]],
  })
  return new Map(rows.map((row) => [row.position, row]))
}
