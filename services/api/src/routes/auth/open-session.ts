import type { Session } from '@jaanch/contracts/http/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../auth/authentication.ts'
import { rememberDevice } from '../../auth/devices.ts'
import { setFilesCookie } from '../../auth/files-cookie.ts'
import { networkOf } from '../../auth/network.ts'
import { insertSession, newSession } from '../../auth/sessions.ts'
import { presentUser, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'

/**
 * Opens a session for an authenticated user: a row, its token in the answer, and the same token in the files cookie. The browser is
 * remembered as a device of the account. The audit trail keeps what stands for the network: who was let in from where is the first
 * question about an account that was taken over.
 */
export async function openSession(
  context: Pick<
    Context,
    'sessionTokens' | 'devices' | 'publicUrl' | 'accountsDb' | 'audit' | 'rateLimits' | 'now'
  >,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: UserRow,
): Promise<Session> {
  request.callerId = user.id
  const session = newSession(request, user)
  await insertSession(context.accountsDb, session, context.now())
  await context.audit.record({
    action: 'signed-in',
    actor: actorOf({ role: user.role, userId: user.id }),
    userId: user.id,
    object: `session:${session.id}`,
    details: { network: context.rateLimits.pseudonymOf(networkOf(request.ip)) },
  })
  const token = context.sessionTokens.issue(user, session)
  setFilesCookie(context, reply, token, session.lifetimeMs)
  rememberDevice(context, { request, reply }, user)
  reply.header('cache-control', 'no-store')
  return { token, user: presentUser(user) }
}
