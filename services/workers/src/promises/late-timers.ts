import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'

/** The kind of the timers, which are due when a report is later than it was told */
export const reportLate = 'report-late'

/** @property after position of the event that the timer is set after */
type NewLateTimer = { streamId: string; dueAt: Date; after: number }

/** Sets the timer of a booking, once. @returns its id; undefined if there is one */
export type SetLateTimer = (timer: NewLateTimer) => Promise<string | undefined>

export function createSetLateTimer(pool: pg.Pool): SetLateTimer {
  return batchCalls(async (timers: NewLateTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: 'set late timers',
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") '${reportLate}', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
             on conflict (kind, stream_id) do nothing
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
}
