import { AppError } from '@jaanch/contracts/errors'
import { queuesPath } from '@jaanch/contracts/http/operations/queues'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Authentication, authenticate, bearerTokenOf } from './authentication.ts'

const lifetimeMs = 15 * 60_000

type Parts = Authentication & { publicUrl: string }

/** Over TLS with the prefix that no page over plain HTTP can set. */
function cookieOf({ publicUrl }: Pick<Parts, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Secure-queues_token' : 'queues_token',
    options: { path: queuesPath, httpOnly: true, sameSite: 'strict', secure } as const,
  }
}

/**
 * Gives the browser a cookie for the dashboard of the queues alone: a token of the caller's session, which ends after 15 minutes.
 * @param request with the token of an admin
 */
export function setQueuesCookie(parts: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const claims = parts.sessionTokens.verify(bearerTokenOf(request) ?? '')
  if (!claims) return
  const owner = { id: claims.sub, role: 'admin', tokenVersion: claims.tv, labPartnerId: null } as const
  const token = parts.sessionTokens.issue(owner, { id: claims.sid, lifetimeMs })
  const { name, options } = cookieOf(parts)
  reply.setCookie(name, token, { ...options, maxAge: lifetimeMs / 1_000 })
}

/** @returns whether the cookie is that of an admin whose account is enabled and whose session is open. @throws if Postgres is unavailable */
export async function hasQueuesCookie(parts: Parts, request: FastifyRequest): Promise<boolean> {
  const token = request.cookies[cookieOf(parts).name]
  if (!token) return false
  const caller = await authenticate(parts, token).catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  request.callerId = caller?.userId ?? null
  return caller?.role === 'admin'
}
