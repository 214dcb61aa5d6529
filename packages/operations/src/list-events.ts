import { streamId } from '@jaanch/contracts/events/streams'
import type { Queryable } from '@jaanch/eventlog/read'
import type { StoredEvent } from './events.ts'
import { findSubject } from './find-subject.ts'
import { findPositionAt } from './position-at.ts'
import { searchEvents } from './search-events.ts'

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
  /** Maximum number of events to look at */
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
  const { type, stream, actor, from, to, before, after = 0, limit, maxLooked } = wanted
  const subject = stream === undefined ? undefined : await findSubject(db, stream)
  const end = Math.min(
    before ?? Number.MAX_SAFE_INTEGER,
    to ? await findPositionAt(db, to) : Number.MAX_SAFE_INTEGER,
  )
  const begin = Math.max(after + 1, from ? await findPositionAt(db, from) : 1)
  const { events, looked, isPartial } = await searchEvents(db, {
    filter: { type, actor, streamId: subject && streamId(subject.kind, subject.id) },
    from: { before: end },
    until: begin,
    limit,
    maxLooked,
  })
  return { events, looked, next: isPartial && looked ? looked.from : null }
}
