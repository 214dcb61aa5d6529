import { batchCallsOf } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { AnnounceTimer } from '../jobs.ts'
import { endLease } from '../leasing/leased-table.ts'

/** A kind of timer, of which a stream has one. Its name never changes. */
export type Timer = { kind: string }

/** Assignments of a statement that sets a timer which exists anew, also if it has fired or is dead. */
export const restartTimer = `outcome = null, fired_at = null, attempts = 0, last_error = null, ${endLease}`

/** @property after position of the event that the timer is set after */
type NewTimer = { streamId: string; dueAt: Date; after: number }

export type TimerServices = { leasePool: pg.Pool; announceTimer: AnnounceTimer }

/**
 * @param onConflict SQL: what becomes of a timer that exists. Of two timers of one stream in a batch, the one after the later event counts
 * @returns sets the timer of a stream and announces it, unless it is as it was
 */
export function timerSetter(
  { kind }: Timer,
  onConflict: string,
): (services: TimerServices, timer: NewTimer) => Promise<void> {
  const set = batchCallsOf(async (pool: pg.Pool, timers: NewTimer[]) => {
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
  return async ({ leasePool, announceTimer }, timer) => {
    const id = await set(leasePool, timer)
    if (id) announceTimer(kind, id, timer.dueAt)
  }
}
