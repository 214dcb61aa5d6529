import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { shareCalls } from './api.ts'
import { presentShare, selectShares } from './share-rows.ts'

const listed = 100

export const listShares = serveCall(shareCalls.listShares, async ({ caller }, { db, now }) => {
  const rows = await db.any(selectShares(sql.fragment`s.customer_id = ${caller.userId}`, listed))
  return rows.map((row) => presentShare(row, now()))
})

/** Ended again it stays as it ended. The files go in the same statement: whoever opens it now gets nothing. */
export const endShare = serveCall(
  shareCalls.endShare,
  async ({ caller, params: { id } }, { db, audit, now }) => {
    const at = now().toISOString()
    const { rowCount } = await db.query(sql.unsafe`
      with ended as (
        update shares set ended_at = ${at}, end_reason = 'owner'
         where id = ${id} and customer_id = ${caller.userId} and ended_at is null and expires_at > ${at} returning id),
      gone as (delete from share_files where share_id in (select id from ended))
      select id from ended`)
    const row = await db.maybeOne(
      selectShares(sql.fragment`s.id = ${id} and s.customer_id = ${caller.userId}`, 1),
    )
    if (!row) throw new AppError('not-found')
    if (rowCount > 0)
      audit.note({
        action: 'share-ended',
        actor: actorOf(caller),
        userId: caller.userId,
        object: `share:${id}`,
      })
    return presentShare(row, now())
  },
)

/**
 * Links end with the account, and what they had is gone at once.
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

/** Links end with the consent of the family member whose results they show. */
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
