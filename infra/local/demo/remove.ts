import type { Queryable } from '@jaanch/eventlog/read'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { accountsIn, planAccounts } from './accounts.ts'

/** No password has this hash */
const unusable = 'removed'

// the ids follow from the e-mail addresses, and not from the day
const accounts = planAccounts('2026-01-01')
const all = accountsIn(accounts)
const ids = all.map(({ id }) => id)

/** @returns the e-mail addresses of the demo's accounts whose passwords are published, unless they are disabled */
export async function listActiveDemoAccounts(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `select email from users where id = any($1::uuid[]) and is_active and password_hash <> $2 order by email`,
    [all.filter(({ password }) => password !== undefined).map(({ id }) => id), unusable],
  )
  return rows.map(({ email }) => email)
}

export type Removal = {
  /** Accounts of the demo in the database */
  accounts: number
  /** Those that could be used until now */
  removed: number
  /** Other admins, who can still sign in */
  admins: number
}

/**
 * Disables the accounts of the demo, whose passwords are published: they get a hash that no password has, and their sessions and sockets
 * end. Their rows stay, because bookings refer to them, and the catalogue stays. The capacities that its labs declared are deleted. It can
 * be repeated.
 */
export function removeDemo(pool: pg.Pool): Promise<Removal> {
  return inTransaction(pool, async (client) => {
    // a demo whose loading was interrupted is not continued
    await client.query(
      `update settings set value = value || '{"done": true, "removed": true}' where key = 'demo'`,
    )
    await client.query('delete from sessions where user_id = any($1::uuid[])', [ids])
    await client.query('delete from password_resets where user_id = any($1::uuid[])', [ids])
    // where only they collected, nothing is limited any more
    await client.query('delete from lab_capacities where lab_partner_id = any($1::uuid[])', [
      accounts.labs.map(({ labPartnerId }) => labPartnerId),
    ])
    const { rowCount: removed } = await client.query(
      `update users set is_active = false, password_hash = $2, token_version = token_version + 1
        where id = any($1::uuid[]) and (is_active or password_hash <> $2)`,
      [ids, unusable],
    )
    // so that no later change of a lab enables its account again
    await client.query(
      `insert into account_changes (action, user_id, reason, changed_by)
       select 'account-disabled', id, 'The demo was removed', id from users
        where id = any($1::uuid[]) and not exists (
          select from account_changes c where c.user_id = users.id and c.reason = 'The demo was removed')`,
      [ids],
    )
    const { rows } = await client.query<Omit<Removal, 'removed'>>(
      `select (select count(*) from users where id = any($1::uuid[])) as accounts,
              (select count(*) from users where role = 'admin' and is_active) as admins`,
      [ids],
    )
    return { removed: removed ?? 0, accounts: rows[0]?.accounts ?? 0, admins: rows[0]?.admins ?? 0 }
  })
}
