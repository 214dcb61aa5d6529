import { actorOf } from '@jaanch/contracts/caller'
import { setFilesCookie } from '@jaanch/contracts/files-cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { presentUser, type UserRow } from '../users/user-rows.ts'
import type { Session } from './api.ts'
import { type Devices, rememberDevice } from './devices.ts'
import type { SessionTokens } from './session-tokens.ts'
import { insertSession, newSession } from './sessions.ts'

type Services = {
  sessionTokens: SessionTokens
  devices: Devices
  accountsDb: DatabasePool
  audit: Audit
  publicUrl: string
  now: () => Date
}

/** Opens a session for an authenticated user, with the answer that has its token. */
export type OpenSession = (
  call: { request: FastifyRequest; reply: FastifyReply },
  user: UserRow,
) => Promise<Session>

/**
 * A session is a row, with its token in the answer, and one for files alone in their cookie. The browser is remembered as a device of the
 * account. The audit trail keeps what stands for the network: who was let in from where is the first question about an account that was
 * taken over.
 */
export function sessionsOpenedWith(services: Services): OpenSession {
  const { sessionTokens, devices, accountsDb, audit, publicUrl, now } = services

  return async ({ request, reply }, user) => {
    request.callerId = user.id
    const session = newSession(request, user)
    await insertSession(accountsDb, session, now())
    await audit.record({
      action: 'signed-in',
      actor: actorOf({ role: user.role, userId: user.id }),
      userId: user.id,
      object: `session:${session.id}`,
      details: audit.networkOf(request),
    })
    const token = sessionTokens.issue(user, session, 'session')
    setFilesCookie({ publicUrl }, reply, sessionTokens.issue(user, session, 'files'), session.lifetimeMs)
    rememberDevice(devices, { request, reply }, user)
    reply.header('cache-control', 'no-store')
    return { token, user: presentUser(user) }
  }
}
