import type pg from 'pg'

/** The ways in which a link ends before its time */
export type EndReason = 'owner' | 'guessed' | 'account'

/**
 * Ends open links of an account with it: their files are gone at once. It does not bring them back when the account is enabled again.
 * @param client in the transaction that disables the account
 */
export async function endSharesWith(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(
    `with ended as (
       update shares set ended_at = clock_timestamp(), end_reason = 'account'
        where customer_id = $1 and ended_at is null and expires_at > clock_timestamp() returning id)
     delete from share_files where share_id in (select id from ended)`,
    [userId],
  )
}
