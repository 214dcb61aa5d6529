import type { Queryable } from '@jaanch/eventlog/read'
import type { Stored } from '../stored.ts'
import type { EventRowView, EventView } from './api.ts'

/** An event as stored, also one that this code cannot read. */
export type StoredEvent = Stored<EventRowView, 'at'> &
  Pick<EventView, 'correlationId' | 'causationId' | 'appendId'> & { data: unknown }

/** The columns of a StoredEvent */
export const eventColumns =
  'position, stream_id as "streamId", version, type, data, actor, correlation_id as "correlationId", causation_id as "causationId", append_id as "appendId", at'

/** @returns all events of these streams, in order */
export async function readStreams(db: Queryable, streams: readonly string[]): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events where stream_id = any ($1) order by position`,
    [streams],
  )
  return rows
}

/** @returns the events at these positions, in order */
export async function readPositions(db: Queryable, positions: readonly number[]): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events where position = any ($1) order by position`,
    [positions],
  )
  return rows
}

/**
 * Finds where in the log a time is, by bisection: the log has no index on times, and its positions have no gaps. Events of one
 * batch may name times of their own, so neighbours can differ by some ms.
 * @returns the position of the first event at or after the instant; the position after the last event if there is none
 */
export async function findPositionAt(db: Queryable, at: Date): Promise<number> {
  const { rows } = await db.query<{ position: number }>(
    `with recursive search (low, high) as (
       select 1::bigint, (select coalesce(max(position), 0) + 1 from log.events)
        union all
       select case when middle.at < $1 then middle.position + 1 else low end,
              case when middle.at < $1 then high else middle.position end
         from search
         join log.events middle on middle.position = (low + high) / 2
        where low < high
     )
     select low as position from search order by high - low limit 1`,
    [at],
  )
  return rows[0]?.position ?? 1
}
