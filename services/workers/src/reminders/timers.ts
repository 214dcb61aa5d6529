import type pg from 'pg'
import { endLease } from '../leasing/lease-statements.ts'
import { createLeasedTable, type Lease } from '../leasing/leased-table.ts'

/** A timer that is due. */
export type TimerLease = Lease & { id: string; streamId: string }

export const timerTable = createLeasedTable<TimerLease, 'id', 'fasting-reminder'>({
  table: 'timers',
  key: { id: { column: 'id', type: 'uuid' } },
  columns: 'stream_id as "streamId"',
  // timers of other kinds are for workers of a newer release
  isOpen: `outcome is null and kind = 'fasting-reminder'`,
  scope: 'kind',
  markDead: `outcome = 'dead'`,
  leaseSeconds: 8,
  deadLetterColumn: 'timer_id',
})

export type NewTimer = { streamId: string; packageIds: readonly string[]; dueAt: Date }

/**
 * Sets the fasting reminders of bookings, once each, if one of the packages requires fasting.
 * @returns the timers' ids; undefined when no package requires fasting, or the timer exists
 */
export async function setFastingTimers(
  pool: pg.Pool,
  timers: readonly NewTimer[],
): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ id: string; streamId: string }>({
    name: 'set timers',
    text: `insert into timers (kind, stream_id, due_at)
           select 'fasting-reminder', t."streamId", t."dueAt"
             from jsonb_to_recordset($1) as t ("streamId" text, "packageIds" jsonb, "dueAt" timestamptz)
            where exists (select from packages p join jsonb_array_elements_text(t."packageIds") as ids (id) on p.id = ids.id::uuid
                           where p.fasting_required)
            order by t."streamId"
           on conflict (kind, stream_id) do nothing
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

/** A timer whose lease was lost is left to the worker that has it now. */
export async function settleTimer(
  pool: pg.Pool,
  { id, leaseToken }: TimerLease,
  firedAt: Date,
): Promise<void> {
  await pool.query(
    `update timers set outcome = 'fired', fired_at = $3, ${endLease} where id = $1 and lease_token = $2`,
    [id, leaseToken, firedAt],
  )
}
