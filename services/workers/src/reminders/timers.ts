import type pg from 'pg'

/** How long one who rings may be silent before another does, seconds. */
const leaseSeconds = 8

export type Timer = { id: string; streamId: string }

/**
 * Sets a booking's reminder, once, if one of the packages must be taken fasting.
 * @returns the timer's id; undefined where there is nothing to remind of, or the timer was set before
 */
export async function setFastingTimer(
  pool: pg.Pool,
  { streamId, packageIds, dueAt }: { streamId: string; packageIds: readonly string[]; dueAt: Date },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into timers (kind, stream_id, due_at)
     select 'fasting-reminder', $1, $2
      where exists (select from packages where id = any($3) and fasting_required)
     on conflict (kind, stream_id) do nothing
     returning id`,
    [streamId, dueAt, packageIds],
  )
  return rows[0]?.id
}

/** Takes timers that are due and in nobody's hands: the one that a job rang for, or some of those that none did. */
export async function leaseTimers(
  pool: pg.Pool,
  { now, most, id = null }: { now: Date; most: number; id?: string | null },
): Promise<Timer[]> {
  const { rows } = await pool.query<Timer>(
    `update timers set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
      where id in (
        select id from timers
         where rung_at is null and due_at <= $1 and ($3::uuid is null or id = $3)
           and (leased_until is null or leased_until < clock_timestamp())
         order by due_at limit $2 for update skip locked)
     returning id, stream_id as "streamId"`,
    [now, most, id],
  )
  return rows
}

export async function recordFired(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await pool.query('update timers set rung_at = $2, leased_until = null where id = $1', [id, now])
}
