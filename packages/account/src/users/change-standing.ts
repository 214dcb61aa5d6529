import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange } from '@jaanch/eventlog/record-change'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { type AccountAccess, isDisabledItself, writeAccountChange } from '../sessions/account-changes.ts'
import type { UserView } from '../sessions/api.ts'
import { userCalls } from './api.ts'
import { changeStaffRole, isLastOwner, lockOwners } from './staff-role-rows.ts'
import { findUser, presentUser } from './user-rows.ts'

type Services = { accountsDb: DatabasePool; logDb: pg.Pool; accountAccess: AccountAccess }

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
  services: Services,
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
