import type { Session } from '@jaanch/contracts/http/auth'
import type { FastifyReply } from 'fastify'
import { setFilesCookie } from '../../auth/files-cookie.ts'
import { presentUser, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'

/** Opens a session for an authenticated user: a token in the answer, and the same token in the files cookie. */
export function openSession(
  context: Pick<Context, 'sessionTokens' | 'publicUrl'>,
  reply: FastifyReply,
  user: UserRow,
): Session {
  const token = context.sessionTokens.issue({
    id: user.id,
    role: user.role,
    tokenVersion: user.tokenVersion,
    labPartnerId: user.labPartnerId,
  })
  setFilesCookie(context, reply, token)
  reply.header('cache-control', 'no-store')
  return { token, user: presentUser(user) }
}
