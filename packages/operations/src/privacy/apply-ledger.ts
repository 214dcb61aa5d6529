import { insertAudit } from '@jaanch/account/audit/audit'
import type { LedgerEntry } from '@jaanch/account/privacy/erasure-ledger'
import type pg from 'pg'
import { eraseRows } from './erase-person.ts'

/** By which the clocks of machines may differ, ms */
const slackMs = 3_600_000

/** How many people were erased again, accounts disabled again, and consents withdrawn again. */
export type Applied = { erased: number; disabled: number; consentsWithdrawn: number }

/**
 * Does again what happened after the state that was restored: erases people, disables accounts and withdraws consents. Sessions need nothing, because no
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
    [[...new Set(entries.flatMap(({ kind, id }) => (kind === 'erased' ? id : [])))]],
  )
  for (const person of people) await eraseRows(client, person)
  const disabled = await disable(
    client,
    entries.filter(({ kind, at }) => kind === 'disabled' && at.getTime() > madeAt.getTime() - slackMs),
  )
  const withdrawn = await withdrawConsents(
    client,
    entries.filter(({ kind }) => kind === 'consent-withdrawn'),
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
    ...withdrawn.map(({ familyMemberId, userId }) => ({
      action: 'relative-consent-withdrawn' as const,
      actor: null,
      userId,
      object: `family-member:${familyMemberId}`,
    })),
  ])
  return { erased: people.length, disabled: disabled.length, consentsWithdrawn: withdrawn.length }
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
    [JSON.stringify(entries.map(({ id, at }) => ({ user_id: id, at })))],
  )
  return rows
}

/** Unless the consent was given after the entry. The links to what it covered end with it, as with the withdrawal itself. */
async function withdrawConsents(
  client: pg.ClientBase,
  entries: readonly LedgerEntry[],
): Promise<{ familyMemberId: string; userId: string }[]> {
  if (entries.length === 0) return []
  const { rows } = await client.query<{ familyMemberId: string; userId: string }>(
    `with said as (
       select c.id, min(s.at) as at
         from jsonb_to_recordset($1) s (family_member_id uuid, at timestamptz)
         join relative_consents c on c.family_member_id = s.family_member_id and c.withdrawn_at is null and c.given_at <= s.at
        group by c.id
     ),
     withdrawn as (
       update relative_consents c set withdrawn_at = said.at from said where c.id = said.id
       returning c.family_member_id, c.customer_id),
     ended as (
       update shares s set ended_at = clock_timestamp(), end_reason = 'consent'
         from withdrawn w
        where s.customer_id = w.customer_id and s.family_member_id = w.family_member_id
          and s.ended_at is null and s.expires_at > clock_timestamp()
       returning s.id),
     gone as (delete from share_files where share_id in (select id from ended))
     select family_member_id as "familyMemberId", customer_id as "userId" from withdrawn`,
    [JSON.stringify(entries.map(({ id, at }) => ({ family_member_id: id, at })))],
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
