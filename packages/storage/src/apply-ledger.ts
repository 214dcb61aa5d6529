import type pg from 'pg'
import { insertAudit } from './audit.ts'
import { eraseRows } from './erase-person.ts'
import type { LedgerEntry } from './erasure-ledger.ts'

/** By which the clocks of machines may differ, ms */
const slackMs = 3_600_000

/** How many people were erased again, and how many accounts disabled again. */
export type Applied = { erased: number; disabled: number }

/**
 * Does again what happened after the state that was restored: erases people and disables accounts. Sessions need nothing, because no
 * backup has them, and a disabled account is refused.
 * @param client in the transaction that opens the database, or begins its new epoch
 * @param madeAt of which time the state is. What it says of an account's standing is newer than earlier entries
 */
export async function applyLedger(
  client: pg.ClientBase,
  entries: readonly LedgerEntry[],
  madeAt: Date,
): Promise<Applied> {
  const { rows: people } = await client.query<{ userId: string; bookingIds: string[] }>(
    `select u.id as "userId", array_remove(array_agg(d.booking_id), null) as "bookingIds"
       from users u left join booking_details d on d.customer_id = u.id
      where u.id = any ($1) and u.erased_at is null group by u.id`,
    [[...new Set(entries.flatMap(({ kind, userId }) => (kind === 'erased' ? userId : [])))]],
  )
  for (const person of people) await eraseRows(client, person)
  const disabled = await disable(
    client,
    entries.filter(({ kind, at }) => kind === 'disabled' && at.getTime() > madeAt.getTime() - slackMs),
  )
  await insertAudit(client, [
    ...people.map(({ userId }) => ({ action: 'account-erased' as const, actor: null, userId })),
    ...disabled.map(({ userId, change }) => ({
      action: 'account-disabled' as const,
      actor: null,
      userId,
      object: `user:${userId}`,
      details: { change },
    })),
  ])
  return { erased: people.length, disabled: disabled.length }
}

/** Unless the state knows of the entry, or of a later change: a row of about that time or after it. */
async function disable(
  client: pg.ClientBase,
  entries: readonly LedgerEntry[],
): Promise<{ userId: string; change: number }[]> {
  const { rows } = await client.query<{ userId: string; change: number }>(
    `with said as (
       select user_id, max(at) as at from jsonb_to_recordset($1) s (user_id uuid, at timestamptz) group by user_id
     ),
     disabled as (
       update users u set is_active = false, token_version = u.token_version + 1
         from said
        where u.id = said.user_id and u.is_active and not exists (
          select from account_changes c where c.user_id = u.id and c.at > said.at - interval '1 minute')
       returning u.id)
     insert into account_changes (action, user_id, reason, changed_by)
     select 'account-disabled', id, 'Disabled after the state that was restored', id from disabled
     returning user_id as "userId", id as change`,
    [JSON.stringify(entries.map(({ userId, at }) => ({ user_id: userId, at })))],
  )
  return rows
}

/** The time of the state in a database that another program restored: that of its last event. */
export async function timeOfState(client: pg.ClientBase): Promise<Date> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select at from log.events order by position desc limit 1',
  )
  return rows[0]?.at ?? new Date(0)
}
