import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { isId } from '../operators.ts'
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

export type StreamSubject = { kind: 'booking' | 'prescription' | 'lab' | 'package' | 'user'; id: string }

const kinds = ['booking', 'prescription', 'lab', 'package', 'user'] as const
const maxNamed = 6

/**
 * Finds what an operator names: by its id, the first characters of it (screens show 8), its stream (`lab-<id>`), or the number of
 * an order.
 * @param allowed the kinds to look for
 * @throws AppError invalid or not-found if the text can name none, or if it names none or several
 */
export async function findSubject(
  db: Queryable,
  text: string,
  allowed: readonly StreamSubject['kind'][] = kinds,
): Promise<StreamSubject> {
  const name = text.trim().toLowerCase()
  if (/^jn-\d{4}-\d{1,15}$/.test(name)) return findOrder(db, name.toUpperCase())
  const kind = allowed.find((one) => name.startsWith(`${one}-`))
  const beginning = kind ? name.slice(kind.length + 1) : name
  if (!/^[0-9a-f-]{4,36}$/.test(beginning)) {
    throw new AppError(
      'invalid',
      `"${text}" is not an id, nor its first 8 characters, nor an order number such as JN-2026-000123.`,
    )
  }
  const found = await findStreams(db, kind ? [kind] : allowed, beginning)
  const [first, ...others] = found
  if (!first)
    throw new AppError('not-found', `No ${listed(kind ? [kind] : allowed)} begins with ${beginning}.`)
  if (others.length > 0) {
    const names = found.slice(0, maxNamed).map((one) => `${one.kind}-${one.id}`)
    throw new AppError(
      'invalid',
      `Several begin with ${beginning}: give more of the id.\n${names.join('\n')}`,
    )
  }
  return first
}

async function findStreams(
  db: Queryable,
  among: readonly StreamSubject['kind'][],
  beginning: string,
): Promise<StreamSubject[]> {
  const { rows } = await db.query<StreamSubject>(
    // ranges instead of like, because the index on streams supports them
    `select kind, substr(stream.id, length(kind) + 2) as id
       from unnest($1::text[]) kind
      cross join lateral (
        select stream_id as id from log.events
         where stream_id >= kind || '-' || $2 and stream_id < kind || '-' || $2 || 'g' and version = 1
         order by stream_id limit $3) stream`,
    [among, beginning, isId(beginning) ? 1 : maxNamed],
  )
  return rows
}

async function findOrder(db: Queryable, orderNumber: string): Promise<StreamSubject> {
  const { rows } = await db.query<{ id: string }>(
    'select booking_id as id from orders where order_number = $1',
    [orderNumber],
  )
  if (!rows[0]) throw new AppError('not-found', `No order has the number ${orderNumber}.`)
  return { kind: 'booking', id: rows[0].id }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
