import type { Session } from '@jaanch/contracts/http/auth'
import type { FastifyReply } from 'fastify'
import { giveFilesCookie } from '../../auth/files-cookie.ts'
import { presentUser, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'

/** A session for a user who has shown who they are: a token, and the same in the cookie for files. */
export function openSession(
  context: Pick<Context, 'tokens' | 'publicUrl'>,
  reply: FastifyReply,
  user: UserRow,
): Session {
  const token = context.tokens.issue({
    id: user.id,
    role: user.role,
    tokenVersion: user.token_version,
    labPartnerId: user.lab_partner_id,
  })
  giveFilesCookie(context, reply, token)
  reply.header('cache-control', 'no-store')
  return { token, user: presentUser(user) }
}
