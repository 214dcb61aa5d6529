/** Logout, the list of one's sessions, and their end. */
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { clearFilesCookie } from '@jaanch/contracts/files-cookie'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { findUser } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import { findCaller } from './authentication.ts'
import { endAllSessions, presentSession, sessionRow } from './sessions.ts'

type EndParts = Pick<Services, 'accountsDb' | 'standings' | 'audit'>

export const logOut = serveCall(authCalls.logout, async ({ request, reply }, services) => {
  clearFilesCookie(services, reply)
  // a client that was offline may end its session late, when the token is not valid any more
  const caller = await findCaller(services, request)
  if (caller?.sessionId) await end(services, caller, { id: caller.sessionId, action: 'signed-out' })
  return undefined
})

const ownSessionRow = sessionRow.extend({ network: z.string() })

export const listSessions = serveCall(authCalls.listSessions, async ({ caller }, { accountsDb, now }) => {
  const rows = await accountsDb.any(sql.type(ownSessionRow)`
    select id, device, network, created_at, last_seen_at, ends_at from sessions
     where user_id = ${caller.userId} and ends_at > ${now().toISOString()}
     order by last_seen_at desc, id limit 100`)
  return rows.map((row) => ({
    ...presentSession(row),
    network: row.network,
    isCurrent: row.id === caller.sessionId,
  }))
})

export const endSession = serveCall(authCalls.endSession, async ({ params: { id }, caller }, services) => {
  if (!(await end(services, caller, { id, action: 'session-ended' }))) throw new AppError('not-found')
  return undefined
})

export const signOutEverywhere = serveCall(
  authCalls.signOutEverywhere,
  async ({ caller, reply }, services) => {
    await endAll(services, caller.userId, caller)
    clearFilesCookie(services, reply)
    return undefined
  },
)

export const endUserSessions = serveCall(
  authCalls.endUserSessions,
  async ({ params: { id }, caller }, services) => {
    if (!(await findUser(services.accountsDb, id))) throw new AppError('not-found')
    await endAll(services, id, caller)
    return undefined
  },
)

/** Has effect in this process at once, and in the others by the notification of the deleted row. @returns false if there was none */
async function end(
  { accountsDb, standings, audit }: EndParts,
  caller: Caller,
  { id, action }: { id: string; action: 'signed-out' | 'session-ended' },
): Promise<boolean> {
  const { userId } = caller
  const { rowCount } = await accountsDb.query(
    sql.unsafe`delete from sessions where id = ${id} and user_id = ${userId}`,
  )
  if (rowCount === 0) return false
  standings.invalidate(userId)
  await audit.record({ action, actor: actorOf(caller), userId, object: `session:${id}` })
  return true
}

async function endAll({ accountsDb, standings, audit }: EndParts, userId: string, by: Caller): Promise<void> {
  await accountsDb.transaction((tx) => endAllSessions(tx, userId))
  standings.invalidate(userId)
  await audit.record({ action: 'signed-out-everywhere', actor: actorOf(by), userId })
}
