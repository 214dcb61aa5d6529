import type { Queryable } from '@jaanch/eventlog/read'

/** An event as it stands in the log, whether or not this code can make sense of it. */
export type StoredEvent = {
  position: number
  streamId: string
  version: number
  type: string
  /** Events carry no personal data */
  data: unknown
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: string
  causationId: number | null
  at: Date
}

const columns =
  'position, stream_id as "streamId", version, type, data, actor, causation_id as "causationId", at'

/** @returns at most `limit` events after a position, in order; of one stream when it is named */
export async function readStored(
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

/** @returns the position after which the last `n` events stand */
export async function beforeLast(db: Queryable, n: number, stream?: string): Promise<number> {
  const { rows } = await db.query<{ after: number }>(
    `select coalesce(min(position), 1) - 1 as after from (
       select position from log.events where ($2::text is null or stream_id = $2) order by position desc limit $1) last`,
    [n, stream ?? null],
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
