import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import { restartTimer } from '../engine/timers/timer-rows.ts'

/** The kind of the timers: one for each booking that has calls about critical values */
export const criticalValue = 'critical-value'

/** @property after position of the event that the timer is set after */
type NewCriticalTimer = { streamId: string; dueAt: Date; after: number }

/**
 * Sets the timer of a booking, unless it was set after this event or a later one. One that is due earlier, for another call, stays so.
 * @returns its id; undefined if it is as it was
 */
export type SetCriticalTimer = (timer: NewCriticalTimer) => Promise<string | undefined>

export function createSetCriticalTimer(pool: pg.Pool): SetCriticalTimer {
  return batchCalls(async (timers: NewCriticalTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: 'set critical timers',
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") '${criticalValue}', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
              order by t."streamId", t.after desc
             on conflict (kind, stream_id) do update
               set due_at = case when timers.outcome is null then least(timers.due_at, excluded.due_at) else excluded.due_at end,
                   position = excluded.position, ${restartTimer}
             where timers.position < excluded.position
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
}
