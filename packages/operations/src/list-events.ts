import { streamId } from '@jaanch/eventlog/events/streams'
import { type Queryable, readHead } from '@jaanch/eventlog/read'
import { conditionsOf } from './event-filter.ts'
import { eventColumns, findPositionAt, type StoredEvent } from './events.ts'
import { findSubject } from './find-subject.ts'

export type ListedEvents = {
  type?: string | undefined
  /** What an operator names: see findSubject */
  stream?: string | undefined
  /** A role, `system`, a consumer's name, or the id of a person */
  actor?: string | undefined
  /** The time of the event, from `from` to before `to` */
  from?: Date | undefined
  to?: Date | undefined
  /** Positions; both excluded */
  before?: number | undefined
  after?: number | undefined
  limit: number
  /**
   * Maximum number of events to look at: no index serves a type or an actor. The events of one stream have an index, and are not
   * counted
   */
  maxLooked: number
}

export type EventPage = {
  /** Newest first */
  events: StoredEvent[]
  /** The positions that were looked at, both included; null if there are none */
  looked: { from: number; to: number } | null
  /** `before` of the next page; null if there is none */
  next: number | null
}

/** A page of events, newest first. @throws AppError for a stream or an actor that cannot be found */
export async function listEvents(db: Queryable, wanted: ListedEvents): Promise<EventPage> {
  const { type, stream, actor, from, to, before = Number.MAX_SAFE_INTEGER, after = 0 } = wanted
  const { limit, maxLooked } = wanted
  const subject = stream === undefined ? undefined : await findSubject(db, stream)
  const end = to ? Math.min(before, await findPositionAt(db, to)) : before
  const newest = Math.min(end - 1, await readHead(db))
  const oldest = Math.max(after + 1, from ? await findPositionAt(db, from) : 1)
  if (newest < oldest) return { events: [], looked: null, next: null }

  const furthest = subject ? oldest : Math.max(oldest, newest - maxLooked + 1)
  const values: unknown[] = [furthest, newest, limit]
  const filter = { type, actor, streamId: subject && streamId(subject.kind, subject.id) }
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events
      where ${['position between $1 and $2', ...conditionsOf(filter, values)].join(' and ')}
      order by ${subject ? 'version' : 'position'} desc limit $3`,
    values,
  )
  const last = rows.length === limit ? rows.at(-1)?.position : undefined
  const reached = last ?? furthest
  return { events: rows, looked: { from: reached, to: newest }, next: reached > oldest ? reached : null }
}
