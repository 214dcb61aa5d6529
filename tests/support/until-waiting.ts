import type pg from 'pg'
import { expect } from 'vitest'
import type { Stack } from './stack.ts'

/** Waits until this many statements wait for the locks of a connection, or for those that wait themselves. */
export async function untilWaiting(
  owner: pg.Client,
  { database }: Pick<Stack, 'database'>,
  n: number,
): Promise<void> {
  const { rows } = await owner.query('select pg_backend_pid() as pid')
  await expect
    .poll(async () => {
      const { rowCount } = await database.asOwner(
        `with recursive waiting as (
           select $1::int as pid
            union select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid)))
         select from waiting where pid <> $1`,
        [rows[0].pid],
      )
      return rowCount
    })
    .toBe(n)
}
