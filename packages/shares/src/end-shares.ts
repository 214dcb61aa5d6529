/** Links to shared results that end with something else. What they had is gone at once, and does not come back. */
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'

/**
 * With the account.
 * @param client in the transaction that disables it
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

/** With the consent of the family member whose results they show. */
export async function endSharesAbout(
  db: CommonQueryMethods,
  { customerId, familyMemberId, now }: { customerId: string; familyMemberId: string; now: Date },
): Promise<void> {
  await db.query(sql.unsafe`
    with ended as (
      update shares set ended_at = ${now.toISOString()}, end_reason = 'consent'
       where customer_id = ${customerId} and family_member_id = ${familyMemberId}
         and ended_at is null and expires_at > ${now.toISOString()} returning id)
    delete from share_files where share_id in (select id from ended)`)
}
