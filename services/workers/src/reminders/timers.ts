import type pg from 'pg'
import { endLease } from '../leasing/lease-statements.ts'
import { createLeasedTable, type Lease } from '../leasing/leased-table.ts'

export const timerKinds = ['fasting-reminder', 'assignment'] as const
export type TimerKind = (typeof timerKinds)[number]

/** A timer that is due. `after`: of an assignment, the position of the event that it was set after */
export type TimerLease = Lease & { id: string; kind: TimerKind; streamId: string; after: number | null }

export const timerTable = createLeasedTable<TimerLease, 'id', TimerKind>({
  table: 'timers',
  key: { id: { column: 'id', type: 'uuid' } },
  columns: 'kind, stream_id as "streamId", position as after',
  // timers of other kinds are for workers of a newer release
  isOpen: `outcome is null and kind in (${timerKinds.map((kind) => `'${kind}'`).join(', ')})`,
  scope: 'kind',
  markDead: `outcome = 'dead'`,
  leaseSeconds: 8,
  deadLetterColumn: 'timer_id',
})

export type NewTimer = {
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
  timers: readonly NewTimer[],
): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ id: string; streamId: string }>({
    name: 'set timers',
    text: `insert into timers (kind, stream_id, due_at)
           select distinct on (t."streamId") 'fasting-reminder', t."streamId", t."dueAt"
             from ${given}
            where exists (select from packages p join jsonb_array_elements_text(t."packageIds") as ids (id) on p.id = ids.id::uuid
                           where p.fasting_required)
            order by t."streamId", t."isMove" desc
           on conflict (kind, stream_id) do update
             set due_at = excluded.due_at, outcome = null, fired_at = null, attempts = 0, ${endLease}
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
