import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { AnnounceTimer } from '../job-announcer.ts'

/** @property after position of the event that the timer is set after */
type NewTimer = { streamId: string; dueAt: Date; after: number }

/** Sets the timer of a stream and announces it, unless it is as it was. */
export type SetTimer = (timer: NewTimer) => Promise<void>

/**
 * @param kind a stream has one timer of it. Of two timers of one stream in a batch, the one after the later event counts
 * @param onConflict SQL: what becomes of a timer that exists
 */
export function createSetTimer(
  pool: pg.Pool,
  announceTimer: AnnounceTimer,
  { kind, onConflict }: { kind: string; onConflict: string },
): SetTimer {
  const set = batchCalls(async (timers: NewTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: `set timers of ${kind}`,
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") '${kind}', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
              order by t."streamId", t.after desc
             on conflict (kind, stream_id) ${onConflict}
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
  return async (timer) => {
    const id = await set(timer)
    if (id) announceTimer(kind, id, timer.dueAt)
  }
}
