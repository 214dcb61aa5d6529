/** An admin shuts an account out or lets it in again; a suspended lab shuts out the accounts of its people, and its owner one of them. */

import { actorOf, type Caller } from '@jaanch/contracts/caller'
import type pg from 'pg'
import type { AuditEntry } from '../audit/actions.ts'
import { insertAudit } from '../audit/audit.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { endAllSessionsWith } from './sessions.ts'
import type { Standings } from './standings.ts'

type AccountChange = {
  action: Extract<
    AuditEntry['action'],
    'account-disabled' | 'account-enabled' | 'lab-suspended' | 'lab-reinstated'
  >
  userId: string
  /** Set if a lab is suspended or reinstated */
  labPartnerId?: string
  /** The text that the admin typed: it is stored in this table alone */
  reason: string
  caller: Caller
}

/** Further things that end with the access of an account, in the transaction that takes it away; the subjects provide them. */
type EndsWithAccount = readonly ((client: pg.ClientBase, userId: string) => Promise<void>)[]

type AccessParts = { standings: Standings; erasureLedger: ErasureLedger; endsWithAccount: EndsWithAccount }

/** The consequences when the access of an account changes. */
export function createAccountAccess({ standings, erasureLedger, endsWithAccount }: AccessParts) {
  return {
    /** Signs an account out everywhere. @param client in the transaction of the change */
    async end(client: pg.ClientBase, userId: string): Promise<void> {
      await endAllSessionsWith(client, userId)
      for (const endWith of endsWithAccount) await endWith(client, userId)
    },
    /** A restore does not give the access back. @throws AppError unavailable if the ledger can't be written */
    keepEnded: (userId: string): Promise<void> => erasureLedger.record('disabled', userId),
    /** To be called after the transaction: this process reads the account again. The others are notified */
    changed: (userId: string): void => standings.invalidate(userId),
  }
}

export type AccountAccess = ReturnType<typeof createAccountAccess>

/**
 * Stores the change with its reason and its audit entry. The account is active unless it is disabled or its lab suspended, each by
 * the last change of its kind, or the lab has ended its access; one that is not active is signed out everywhere, also after a restore,
 * by the ledger.
 * @param client in the transaction of the change's event, with the row of the user locked
 * @returns whether the account is active now
 */
export async function writeAccountChange(
  client: pg.ClientBase,
  access: AccountAccess,
  { action, userId, labPartnerId, reason, caller }: AccountChange,
): Promise<boolean> {
  const stored = await client.query<{ id: number }>(
    `insert into account_changes (action, user_id, lab_partner_id, reason, changed_by)
     values ($1, $2, $3, $4, $5) returning id`,
    [action, userId, labPartnerId ?? null, reason, caller.userId],
  )
  const isActive = await renewActivity(client, access, userId)
  const object = labPartnerId ? `lab:${labPartnerId}` : `user:${userId}`
  const details = { change: stored.rows[0]?.id ?? 0 }
  await insertAudit(client, [{ action, actor: actorOf(caller), userId, object, details }])
  if (!isActive) await access.keepEnded(userId)
  return isActive
}

/**
 * Sets whether an account is active, by what is stored about it, and signs one that is not out everywhere.
 * @param client in a transaction, with the row of the user locked
 */
export async function renewActivity(
  client: pg.ClientBase,
  access: AccountAccess,
  userId: string,
): Promise<boolean> {
  const { rows } = await client.query<{ isActive: boolean }>(
    `update users set is_active = ended_at is null and not exists (
       select from (
         select distinct on (lab_partner_id is null) action from account_changes
          where user_id = $1 order by lab_partner_id is null, id desc) last
        where action in ('account-disabled', 'lab-suspended'))
      where id = $1 returning is_active as "isActive"`,
    [userId],
  )
  const isActive = rows[0]?.isActive === true
  if (!isActive) await access.end(client, userId)
  return isActive
}

/** Whether an account is disabled by itself, whatever became of its lab. */
export async function isDisabledItself(client: pg.ClientBase, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ action: string }>(
    `select action from account_changes where user_id = $1 and lab_partner_id is null order by id desc limit 1`,
    [userId],
  )
  return rows[0]?.action === 'account-disabled'
}
