import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import { restartTimer } from '../engine/timers/timer-rows.ts'

/** @property after position of the event that the timer is set after */
type NewAssignmentTimer = { streamId: string; dueAt: Date; after: number }

/** Sets the timer of a visit, unless it was set after a later event. @returns its id; undefined if it is as it was */
export type SetAssignmentTimer = (timer: NewAssignmentTimer) => Promise<string | undefined>

export function createSetAssignmentTimer(pool: pg.Pool): SetAssignmentTimer {
  return batchCalls(async (timers: NewAssignmentTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: 'set assignment timers',
      // two timers of one visit in a batch: the later one
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") 'assignment', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
              order by t."streamId", t.after desc
             on conflict (kind, stream_id) do update
               set due_at = excluded.due_at, position = excluded.position, ${restartTimer}
             where timers.position < excluded.position
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
}
