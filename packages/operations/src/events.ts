import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'

/** An event as stored, also one that this code cannot read. */
export type StoredEvent = {
  position: number
  streamId: string
  version: number
  type: string
  /** Contains no personal data */
  data: unknown
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: string
  causationId: number | null
  at: Date
}

const columns =
  'position, stream_id as "streamId", version, type, data, actor, causation_id as "causationId", at'

/** @returns at most `limit` events after a position, in order; with `stream` only those of one stream */
export async function readEvents(
  db: Queryable,
  { after, stream, limit }: { after: number; stream?: string | undefined; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select ${columns} from log.events
      where position > $1 and ($2::text is null or stream_id = $2) order by position limit $3`,
    [after, stream ?? null, limit],
  )
  return rows
}

/** @returns the position before the last `limit` events */
export async function readPositionBeforeLast(db: Queryable, limit: number, stream?: string): Promise<number> {
  const { rows } = await db.query<{ after: number }>(
    `select coalesce(min(position), 1) - 1 as after from (
       select position from log.events where ($2::text is null or stream_id = $2) order by position desc limit $1) last`,
    [limit, stream ?? null],
  )
  return rows[0]?.after ?? 0
}

/** @returns all events of these streams, in order */
export async function readStreams(db: Queryable, streams: readonly string[]): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select ${columns} from log.events where stream_id = any ($1) order by position`,
    [streams],
  )
  return rows
}

/**
 * Finds a booking by its id or the beginning of it; screens show the first 8 characters.
 * @throws AppError invalid or not-found if the text is not the beginning of an id, or of the ids of several bookings, or of none
 */
export async function findBooking(db: Queryable, text: string): Promise<string> {
  const beginning = text.trim().toLowerCase()
  if (!/^[0-9a-f-]{4,36}$/.test(beginning)) {
    throw new AppError('invalid', `"${text}" is not a booking's id, nor its first 8 characters.`)
  }
  const { rows } = await db.query<{ id: string }>(
    // a range instead of like, because the index on streams supports it
    `select substr(stream_id, 9) as id from log.events
      where stream_id >= 'booking-' || $1 and stream_id < 'booking-' || $1 || 'g' and version = 1
      order by stream_id limit 6`,
    [beginning],
  )
  const [first, ...others] = rows.map(({ id }) => id)
  if (!first) throw new AppError('not-found', `No booking begins with ${beginning}.`)
  if (others.length > 0) {
    throw new AppError(
      'invalid',
      `Several bookings begin with ${beginning}: give more of the id.\n${[first, ...others].join('\n')}`,
    )
  }
  return first
}
