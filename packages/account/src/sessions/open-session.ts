import { actorOf } from '@jaanch/contracts/caller'
import { setFilesCookie } from '@jaanch/contracts/files-cookie'
import { networkOf } from '@jaanch/platform/http/network'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { presentUser, type UserRow } from '../users/user-rows.ts'
import type { Session } from './api.ts'
import { type DeviceCookies, rememberDevice } from './devices.ts'
import type { SessionTokens } from './session-tokens.ts'
import { insertSession, newSession } from './sessions.ts'

export type SessionOpening = DeviceCookies & {
  sessionTokens: SessionTokens
  accountsDb: DatabasePool
  audit: Audit
  rateLimits: RateLimits
  now: () => Date
}

/**
 * Opens a session for an authenticated user: a row, its token in the answer, and one for files alone in their cookie. The browser is
 * remembered as a device of the account. The audit trail keeps what stands for the network: who was let in from where is the first
 * question about an account that was taken over.
 */
export async function openSession(
  parts: SessionOpening,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: UserRow,
): Promise<Session> {
  request.callerId = user.id
  const session = newSession(request, user)
  await insertSession(parts.accountsDb, session, parts.now())
  await parts.audit.record({
    action: 'signed-in',
    actor: actorOf({ role: user.role, userId: user.id }),
    userId: user.id,
    object: `session:${session.id}`,
    details: { network: parts.rateLimits.pseudonymOf(networkOf(request.ip)) },
  })
  const token = parts.sessionTokens.issue(user, session, 'session')
  setFilesCookie(parts, reply, parts.sessionTokens.issue(user, session, 'files'), session.lifetimeMs)
  rememberDevice(parts, { request, reply }, user)
  reply.header('cache-control', 'no-store')
  return { token, user: presentUser(user) }
}
