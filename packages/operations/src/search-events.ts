import { type Queryable, readHead } from '@jaanch/eventlog/read'
import { conditionsOf, type EventFilter } from './event-filter.ts'
import { eventColumns, type StoredEvent } from './events.ts'

export type EventSearch = {
  filter: EventFilter
  /** The newest events before a position first, or the oldest after one */
  from: { before: number } | { after: number }
  /** Looks no further than this position, which belongs to the range; default: the ends of the log */
  until?: number | undefined
  /** Maximum number of events to return */
  limit: number
  /**
   * Maximum number of events to look at: no index serves a type or an actor. The events of one stream have an index, and
   * are not counted
   */
  maxLooked: number
}

export type FoundEvents = {
  /** In the order of the search */
  events: StoredEvent[]
  /** The positions that were looked at, both included; null if there are none */
  looked: { from: number; to: number } | null
  /** Whether the log has further events in the direction of the search that were not looked at */
  isPartial: boolean
}

/** Looks for events in a bounded part of the log. */
export async function searchEvents(
  db: Queryable,
  { filter, from, until, limit, maxLooked }: EventSearch,
): Promise<FoundEvents> {
  const isBackwards = 'before' in from
  const head = await readHead(db)
  const first = isBackwards ? Math.min(from.before - 1, head) : from.after + 1
  const last = isBackwards ? Math.max(until ?? 1, 1) : Math.min(until ?? head, head)
  if (isBackwards ? first < last : first > last) return { events: [], looked: null, isPartial: false }

  const reach = filter.streamId === undefined ? maxLooked - 1 : Number.POSITIVE_INFINITY
  const furthest = isBackwards ? Math.max(last, first - reach) : Math.min(last, first + reach)
  const [low, high] = isBackwards ? [furthest, first] : [first, furthest]
  const values: unknown[] = [low, high, limit]
  // the index on (stream_id, version): versions grow with positions
  const order = filter.streamId === undefined ? 'position' : 'version'
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events
      where ${['position between $1 and $2', ...conditionsOf(filter, values)].join(' and ')}
      order by ${order} ${isBackwards ? 'desc' : 'asc'} limit $3`,
    values,
  )
  const reached = rows.length === limit ? (rows.at(-1)?.position ?? furthest) : furthest
  return {
    events: rows,
    looked: isBackwards ? { from: reached, to: first } : { from: first, to: reached },
    isPartial: reached !== last,
  }
}
