import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { defaultStaffRole, type StaffRole } from '@jaanch/contracts/staff-roles'
import { recordChange } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { type Call, type Services, serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { insertAudit } from '../audit/audit.ts'
import { isDisabledItself, writeAccountChange } from '../sessions/account-changes.ts'
import type { UserView } from '../sessions/api.ts'
import { endAllSessionsWith } from '../sessions/sessions.ts'
import { userCalls } from './api.ts'
import { findUser, presentUser } from './user-rows.ts'

type StandingCall = Pick<Call<typeof userCalls.disableUser>, 'params' | 'body' | 'caller' | 'request'>

export const disableUser = serveCall(userCalls.disableUser, async (call, services) => {
  if (call.params.id === call.caller.userId) throw new AppError('own-account')
  return changeStanding(services, 'account-disabled', call)
})

export const enableUser = serveCall(userCalls.enableUser, (call, services) =>
  changeStanding(services, 'account-enabled', call),
)

/** An admin disables or enables an account. The same again changes nothing. */
async function changeStanding(
  services: Pick<Services, 'accountsDb' | 'logDb' | 'accountAccess'>,
  action: 'account-disabled' | 'account-enabled',
  { params: { id: userId }, body, caller, request }: StandingCall,
): Promise<UserView> {
  const event = { type: 'PersonChanged', data: { userId } } as const
  const recorded = { streamId: streamId('user', userId), event, caller, requestId: request.id }
  await recordChange(services, recorded, async (client) => {
    const user = await lockUser(client, userId)
    const isEnabling = action === 'account-enabled'
    // that of a suspended lab can be disabled beside
    const isDone = isEnabling ? user.isActive : !user.isActive && (await isDisabledItself(client, userId))
    if (isDone) return false
    if (!isEnabling && user.isLastOwner) throw new AppError('last-admin')
    const change = { action, userId, reason: body.reason, caller }
    const isActive = await writeAccountChange(client, services.accountAccess, change)
    if (isEnabling && !isActive) {
      const text = user.isEnded
        ? 'The lab has ended the access of this account.'
        : 'The lab of this account is suspended: reinstate the lab instead.'
      throw new AppError('wrong-status', text)
    }
    return true
  })
  services.accountAccess.changed(userId)
  return viewUser(services.accountsDb, userId)
}

/** An owner gives an admin a role. Read tables do not contain it: there is no event. */
export const changeRoleOfAdmin = serveCall(
  userCalls.changeStaffRole,
  async ({ params, body, caller }, { accountsDb, logDb, accountAccess }) => {
    const change = { userId: params.id, staffRole: body.staffRole, actor: actorOf(caller) }
    const outcome = await inTransaction(logDb, (client) => changeStaffRole(client, change))
    if (outcome === 'not-found' || outcome === 'last-owner') throw new AppError(outcome)
    accountAccess.changed(params.id)
    return viewUser(accountsDb, params.id)
  },
)

async function viewUser(db: DatabasePool, userId: string): Promise<UserView> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('not-found')
  return presentUser(user)
}

/** @throws AppError not-found, also for an erased account: it stays as it is, and no text about it is stored */
async function lockUser(client: pg.ClientBase, userId: string) {
  const locked = await lockOwners(client, userId)
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw new AppError('not-found')
  return { isActive: user.isActive, isEnded: user.isEnded, isLastOwner: isLastOwner(locked, userId) }
}

type StaffRoleChange = { userId: string; staffRole: StaffRole; actor: string }

/** The outcome of the change; not-found also stands for an account that is not an admin's, or was erased. */
type StaffRoleOutcome = 'changed' | 'unchanged' | 'not-found' | 'last-owner'

/**
 * Gives an admin another role, ends their sessions and records it. To be called in a transaction. All active owners are locked: of two
 * who take the role from each other at the same time, one stays.
 */
export async function changeStaffRole(
  client: pg.ClientBase,
  { userId, staffRole, actor }: StaffRoleChange,
): Promise<StaffRoleOutcome> {
  const admins = await lockOwners(client, userId)
  const admin = admins.find(({ id }) => id === userId)
  if (admin?.role !== 'admin') return 'not-found'
  if (admin.staffRole === staffRole) return 'unchanged'
  if (isLastOwner(admins, userId)) return 'last-owner'
  await client.query('update users set staff_role = $2 where id = $1', [userId, staffRole])
  await endAllSessionsWith(client, userId)
  const details = { role: 'admin', staffRole, before: admin.staffRole }
  await insertAudit(client, [{ action: 'role-granted', actor, userId, object: `user:${userId}`, details }])
  return 'changed'
}

type LockedUser = { id: string; role: string; staffRole: string; isActive: boolean; isEnded: boolean }

/** Locks the row of a user, unless it was erased, and those of all active owners if it is an admin's. */
async function lockOwners(client: pg.ClientBase, userId: string): Promise<LockedUser[]> {
  const { rows } = await client.query<LockedUser>(
    `select id, role, is_active as "isActive", ended_at is not null as "isEnded", coalesce(staff_role, $2) as "staffRole" from users
      where (id = $1 and erased_at is null)
         or (role = 'admin' and is_active and coalesce(staff_role, $2) = 'owner'
             and (select role from users where id = $1) = 'admin')
      order by id for no key update`,
    [userId, defaultStaffRole],
  )
  return rows
}

/** @param locked as lockOwners returned them */
function isLastOwner(locked: readonly LockedUser[], userId: string): boolean {
  const owners = locked.filter(
    ({ role, isActive, staffRole }) => role === 'admin' && isActive && staffRole === 'owner',
  )
  return owners.length === 1 && owners[0]?.id === userId
}
