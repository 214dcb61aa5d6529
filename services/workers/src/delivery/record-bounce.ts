import type pg from 'pg'

/**
 * An address without a mailbox is unproven from now on, so that only codes and links are still tried, until its owner proves it again or
 * has another one. An address that was changed meanwhile stays as it is.
 */
export async function recordBounce(pool: pg.Pool, userId: string, email: string): Promise<void> {
  await pool.query(
    `update users set email_proven_at = null, email_bounced_at = clock_timestamp()
      where id = $1 and lower(email) = lower($2)`,
    [userId, email],
  )
}
