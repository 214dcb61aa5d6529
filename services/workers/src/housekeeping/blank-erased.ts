import { inTransaction } from '@jaanch/platform/postgres'
import { eraseRows } from '@jaanch/storage/erase-person'
import type pg from 'pg'
import { tryEach } from './try-each.ts'

/**
 * Erases what was being stored while its person was erased: the erasure did not see it, and it did not see the erasure. It runs over
 * the tables of the erasure itself. Bookings among it stay open for an admin to cancel. Only the erasures of the last two days are
 * looked at; on days without one, it costs a look into an index.
 * @returns the number of rows
 */
export async function blankErased(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ userId: string; bookingIds: string[] }>(
    `select u.id as "userId", array_remove(array_agg(d.booking_id), null) as "bookingIds"
       from users u left join booking_details d on d.customer_id = u.id
      where u.erased_at > statement_timestamp() - interval '2 days' group by u.id`,
  )
  let blanked = 0
  await tryEach(rows, async (person) => {
    blanked += await inTransaction(pool, (client) => eraseRows(client, person))
  })
  return blanked
}
