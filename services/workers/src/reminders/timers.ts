import type pg from 'pg'
import { endLease } from '../leasing/lease-statements.ts'
import { createLeasedTable, type Lease } from '../leasing/leased-table.ts'

/** A timer that is due. */
export type TimerLease = Lease & { id: string; streamId: string }

export const timerTable = createLeasedTable<TimerLease, 'id'>({
  table: 'timers',
  key: { id: { column: 'id', type: 'uuid' } },
  columns: 'stream_id as "streamId"',
  // timers of other kinds are for workers of a newer release
  isOpen: `outcome is null and kind = 'fasting-reminder'`,
  markDead: `outcome = 'dead'`,
  leaseSeconds: 8,
  // a timer's job is delayed, and late rather than early
  jobHeadStartSeconds: 0,
  deadLetterColumn: 'timer_id',
})

/**
 * Sets a booking's fasting reminder, once, if one of the packages requires fasting.
 * @returns the timer's id; undefined when no package requires fasting, or the timer exists
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
