import type pg from 'pg'
import { restartTimer } from '../engine/timers/timer-rows.ts'

/** The kind of the timers */
export const fastingReminder = 'fasting-reminder'

export type NewFastingTimer = {
  streamId: string
  packageIds: readonly string[]
  dueAt: Date
  /** The visit was moved: a timer that exists gets the new time, also if it has fired for the old one */
  isMove: boolean
}

const given = `jsonb_to_recordset($1) as t ("streamId" text, "packageIds" jsonb, "dueAt" timestamptz, "isMove" boolean)`

/**
 * Sets the fasting reminders of bookings, once each and again for each move, if one of the packages requires fasting.
 * @returns the timers' ids; undefined when no package requires fasting, or the timer exists with this time
 */
export async function setFastingTimers(
  pool: pg.Pool,
  timers: readonly NewFastingTimer[],
): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ id: string; streamId: string }>({
    name: 'set timers',
    text: `insert into timers (kind, stream_id, due_at)
           select distinct on (t."streamId") '${fastingReminder}', t."streamId", t."dueAt"
             from ${given}
            where exists (select from packages p join jsonb_array_elements_text(t."packageIds") as ids (id) on p.id = ids.id::uuid
                           where p.fasting_required)
            order by t."streamId", t."isMove" desc
           on conflict (kind, stream_id) do update set due_at = excluded.due_at, ${restartTimer}
           where timers.due_at <> excluded.due_at
             and timers.stream_id in (select t."streamId" from ${given} where t."isMove")
           returning id, stream_id as "streamId"`,
    values: [JSON.stringify(timers)],
  })
  const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
  return timers.map(({ streamId }) => {
    const id = ids.get(streamId)
    ids.delete(streamId)
    return id
  })
}
