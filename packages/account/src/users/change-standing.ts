import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange } from '@jaanch/eventlog/record-change'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { isDisabledItself, writeAccountChange } from '../sessions/account-changes.ts'
import type { Standings } from '../sessions/standings.ts'
import { userCalls } from './api.ts'
import { isLastOwner, lockOwners } from './staff-role-rows.ts'
import { findUser, presentUser } from './user-rows.ts'

type Parts = { accountsDb: DatabasePool; logDb: pg.Pool; standings: Standings; erasureLedger: ErasureLedger }

type Call = { params: { id: string }; body: { reason: string }; caller: Caller; request: FastifyRequest }

/** An admin disables or enables an account. The same again changes nothing. */
export function registerChangeStanding(app: FastifyInstance, parts: Parts): void {
  async function change(action: 'account-disabled' | 'account-enabled', call: Call) {
    const { params, body, caller, request } = call
    const userId = params.id
    const event = { type: 'PersonChanged', data: { userId } } as const
    const recorded = { streamId: streamId('user', userId), event, caller, requestId: request.id }
    await recordChange(parts, recorded, async (client) => {
      const user = await lockUser(client, userId)
      const isEnabling = action === 'account-enabled'
      // that of a suspended lab can be disabled beside
      const isDone = isEnabling ? user.isActive : !user.isActive && (await isDisabledItself(client, userId))
      if (isDone) return false
      if (!isEnabling && user.isLastOwner) throw new AppError('last-admin')
      const isActive = await writeAccountChange(client, {
        action,
        userId,
        reason: body.reason,
        caller,
        ledger: parts.erasureLedger,
      })
      if (isEnabling && !isActive) {
        const text = user.isEnded
          ? 'The lab has ended the access of this account.'
          : 'The lab of this account is suspended: reinstate the lab instead.'
        throw new AppError('wrong-status', text)
      }
      return true
    })
    parts.standings.invalidate(userId)
    const user = await findUser(parts.accountsDb, userId)
    if (!user) throw new AppError('not-found')
    return presentUser(user)
  }

  app.serve(userCalls.disableUser, (call) => {
    if (call.params.id === call.caller.userId) throw new AppError('own-account')
    return change('account-disabled', call)
  })
  app.serve(userCalls.enableUser, (call) => change('account-enabled', call))
}

/** @throws AppError not-found, also for an erased account: it stays as it is, and no text about it is stored */
async function lockUser(client: pg.ClientBase, userId: string) {
  const locked = await lockOwners(client, userId)
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw new AppError('not-found')
  return { isActive: user.isActive, isEnded: user.isEnded, isLastOwner: isLastOwner(locked, userId) }
}
