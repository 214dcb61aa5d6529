import type pg from 'pg'

/**
 * Blanks the details of bookings that were being placed while their customer was erased: the erasure did not see them, and they did
 * not see the erasure. The bookings stay open for an admin to cancel. Only what was written around an erasure of the last two days is
 * looked at; the index of the creation bounds it.
 * @returns the number of bookings
 */
export async function blankErased(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update booking_details d set address = null, special_instructions = null, request_hash = null
       from users u
      where u.id = d.customer_id and u.erased_at > statement_timestamp() - interval '2 days'
        and d.created_at > statement_timestamp() - interval '49 hours' and d.created_at > u.erased_at - interval '1 hour'
        and (d.address is not null or d.special_instructions is not null)`,
  )
  return rowCount ?? 0
}
