import type { Queryable } from '@jaanch/eventlog/read'

export type ConsumerState = {
  name: string
  /** The last event that the relay looked at for it */
  cursor: number
  /** Events that the relay has yet to look at */
  lag: number
  /** Streams whose work nobody has in hand yet … */
  waiting: number
  /** … is in a worker's hands … */
  leased: number
  /** … failed and is tried again … */
  failing: number
  /** … or failed for the last time */
  dead: number
  /** Age of the oldest work that is not dead, ms; null when there is none */
  oldest: number | null
}

/** How far each consumer of events is, and what waits for it. */
export async function readConsumers(db: Queryable, head: number): Promise<ConsumerState[]> {
  const { rows } = await db.query<Omit<ConsumerState, 'lag'>>(
    `select c.name, c.cursor,
            count(*) filter (where not w.is_dead and w.attempts = 0 and not coalesce(w.leased_until > clock_timestamp(), false))
              as waiting,
            count(*) filter (where not w.is_dead and coalesce(w.leased_until > clock_timestamp(), false)) as leased,
            count(*) filter (where not w.is_dead and w.attempts > 0 and not coalesce(w.leased_until > clock_timestamp(), false))
              as failing,
            count(*) filter (where w.is_dead) as dead,
            (extract(epoch from clock_timestamp() - min(w.queued_at) filter (where not w.is_dead)) * 1000)::bigint as oldest
       from work_consumers c left join work w on w.consumer = c.name
      group by c.name, c.cursor order by c.name`,
  )
  return rows.map((row) => ({ ...row, lag: Math.max(0, head - row.cursor) }))
}
