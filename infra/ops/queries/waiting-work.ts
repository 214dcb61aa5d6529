import type { Queryable } from '@jaanch/eventlog/read'

export type WaitingWork = {
  consumer: string
  streamId: string
  /** Events of the stream in (since, upto] are still to be handled */
  since: number
  upto: number
  /** leased: a worker has it in hand; dead: it waits for an operator */
  state: 'waiting' | 'leased' | 'failing' | 'dead'
  attempts: number
  /** Since it was queued, ms */
  age: number
  /** Until it may be tried, ms; 0 when it may */
  dueIn: number
  queuedAt: Date
  lastError: string | null
}

const columns = `consumer, stream_id as "streamId", since, upto, attempts, queued_at as "queuedAt", last_error as "lastError",
  case when is_dead then 'dead' when leased_until > clock_timestamp() then 'leased'
       when attempts > 0 then 'failing' else 'waiting' end as state,
  (extract(epoch from clock_timestamp() - queued_at) * 1000)::bigint as age,
  greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::bigint as "dueIn"`

/** @returns the oldest work that is not done, and how much there is in all */
export async function readWaiting(
  db: Queryable,
  limit = 100,
): Promise<{ work: WaitingWork[]; total: number }> {
  const { rows } = await db.query<WaitingWork>(`select ${columns} from work order by queued_at limit $1`, [
    limit,
  ])
  const { rows: counted } = await db.query<{ total: number }>('select count(*) as total from work')
  return { work: rows, total: counted[0]?.total ?? 0 }
}

/** @returns what is not done yet of these streams */
export async function readWaitingOf(db: Queryable, streams: readonly string[]): Promise<WaitingWork[]> {
  const { rows } = await db.query<WaitingWork>(
    `select ${columns} from work where stream_id = any ($1) order by queued_at`,
    [streams],
  )
  return rows
}
