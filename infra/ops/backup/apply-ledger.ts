import { insertAudit } from '@jaanch/storage/audit'
import { eraseRows } from '@jaanch/storage/erase-person'
import type { LedgerEntry } from '@jaanch/storage/erasure-ledger'
import type pg from 'pg'

/** By which clocks may differ, ms: an account that was disabled shortly before the backup, and enabled before it, is disabled again. */
const slackMs = 3_600_000

/** How many people were erased again, and how many accounts disabled again. */
export type Applied = { erased: number; disabled: number }

/**
 * Does again what happened after a backup: erases people and disables accounts. Sessions need nothing, because no backup has them.
 * @param client in the transaction that opens the database
 * @param madeAt when the backup was made. What it says of an account's standing at that time is newer than earlier entries
 */
export async function applyLedger(
  client: pg.ClientBase,
  entries: readonly LedgerEntry[],
  madeAt: Date,
): Promise<Applied> {
  const idsOf = (kept: readonly LedgerEntry[]) => [...new Set(kept.map(({ userId }) => userId))]
  const { rows: people } = await client.query<{ userId: string; bookingIds: string[] }>(
    `select u.id as "userId", array_remove(array_agg(d.booking_id), null) as "bookingIds"
       from users u left join booking_details d on d.customer_id = u.id
      where u.id = any ($1) and u.erased_at is null group by u.id`,
    [idsOf(entries.filter(({ kind }) => kind === 'erased'))],
  )
  for (const person of people) await eraseRows(client, person)
  await insertAudit(
    client,
    people.map(({ userId }) => ({ action: 'account-erased', actor: null, userId })),
  )
  const { rowCount } = await client.query(
    `with disabled as (
       update users set is_active = false, token_version = token_version + 1 where id = any ($1) and is_active returning id)
     insert into account_changes (action, user_id, reason, changed_by)
     select 'account-disabled', id, 'Disabled after the backup that was restored', id from disabled`,
    [
      idsOf(
        entries.filter(({ kind, at }) => kind === 'disabled' && at.getTime() > madeAt.getTime() - slackMs),
      ),
    ],
  )
  return { erased: people.length, disabled: rowCount ?? 0 }
}
