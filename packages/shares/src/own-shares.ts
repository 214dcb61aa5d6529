import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { preparedStatement } from '@jaanch/platform/slonik'
import type pg from 'pg'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { shareCalls } from './api.ts'
import { presentShare, selectShares } from './share-rows.ts'

const listed = 100

export const listShares = serveCall(shareCalls.listShares, async ({ caller }, { db, now }) => {
  const rows = await db.any(selectShares(sql.fragment`s.customer_id = ${caller.userId}`, listed))
  return rows.map((row) => presentShare(row, now()))
})

/**
 * SQL: ends open links and selects their ids. Their files go in the same statement: whoever opens one now gets nothing.
 * @param at a timestamp
 */
function endOpenShares(
  which: FragmentSqlToken,
  reason: 'owner' | 'account' | 'consent',
  at: FragmentSqlToken,
) {
  return sql.unsafe`
    with ended as (
      update shares set ended_at = ${at}, end_reason = ${reason}
       where ${which} and ended_at is null and expires_at > ${at} returning id),
    gone as (delete from share_files where share_id in (select id from ended))
    select id from ended`
}

/** A link that has ended already stays as it ended. */
export const endShare = serveCall(
  shareCalls.endShare,
  async ({ caller, params: { id } }, { db, audit, now }) => {
    const { userId } = caller
    const { rowCount } = await db.query(
      endOpenShares(sql.fragment`id = ${id} and customer_id = ${userId}`, 'owner', timestamp(now())),
    )
    const row = await db.maybeOne(selectShares(sql.fragment`s.id = ${id} and s.customer_id = ${userId}`, 1))
    if (!row) throw new AppError('not-found')
    if (rowCount > 0)
      audit.note({ action: 'share-ended', actor: actorOf(caller), userId, object: `share:${id}` })
    return presentShare(row, now())
  },
)

/**
 * Links end with the account.
 * @param client in the transaction that disables it
 */
export async function endSharesWith(client: pg.ClientBase, userId: string): Promise<void> {
  const ending = endOpenShares(
    sql.fragment`customer_id = ${userId}`,
    'account',
    sql.fragment`clock_timestamp()`,
  )
  await client.query(preparedStatement('end-shares-with', ending))
}

/** Links end with the consent of the family member whose results they show. */
export async function endSharesAbout(
  db: CommonQueryMethods,
  { customerId, familyMemberId, now }: { customerId: string; familyMemberId: string; now: Date },
): Promise<void> {
  const which = sql.fragment`customer_id = ${customerId} and family_member_id = ${familyMemberId}`
  await db.query(endOpenShares(which, 'consent', timestamp(now)))
}

const timestamp = (at: Date) => sql.fragment`${at.toISOString()}::timestamptz`
