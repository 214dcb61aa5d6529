import type pg from 'pg'
import { endLease } from '../leasing/lease-statements.ts'
import { createLeasedTable, type Lease } from '../leasing/leased-table.ts'

/** A timer that is due. `after`: the position of the event that it was set after, for kinds that need it */
export type TimerLease = Lease & { id: string; kind: string; streamId: string; after: number | null }

/** @param kinds those that this code fires: the others are for workers of a newer release */
export function createTimerTable(kinds: readonly string[], leaseSeconds = 8) {
  return createLeasedTable<TimerLease, 'id', string>({
    table: 'timers',
    key: { id: { column: 'id', type: 'uuid' } },
    columns: 'kind, stream_id as "streamId", position as after',
    isOpen: `outcome is null and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
    scope: 'kind',
    markDead: `outcome = 'dead'`,
    leaseSeconds,
    deadLetterColumn: 'timer_id',
  })
}

/** Assignments of a statement that sets a timer which exists anew, also if it has fired or is dead. */
export const restartTimer = `outcome = null, fired_at = null, attempts = 0, last_error = null, ${endLease}`

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

/** When a timer fires again. `after`: see TimerLease */
export type Again = { dueAt: Date; after: number | null }

/** Sets a timer that fired again, unless its lease was lost. */
export async function setAgain(
  pool: pg.Pool,
  { id, leaseToken }: TimerLease,
  { dueAt, after }: Again,
): Promise<void> {
  await pool.query(
    `update timers set due_at = $3, position = $4, attempts = 0, ${endLease} where id = $1 and lease_token = $2`,
    [id, leaseToken, dueAt, after],
  )
}
