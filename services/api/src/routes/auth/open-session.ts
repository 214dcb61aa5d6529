import type { Session } from '@jaanch/contracts/http/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { type DeviceCookies, rememberDevice } from '../../auth/devices.ts'
import { setFilesCookie } from '../../auth/files-cookie.ts'
import { networkOf } from '../../auth/network.ts'
import type { SessionTokens } from '../../auth/session-tokens.ts'
import { insertSession, newSession } from '../../auth/sessions.ts'
import { presentUser, type UserRow } from '../../auth/users.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'

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
