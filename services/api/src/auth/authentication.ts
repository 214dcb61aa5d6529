import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { filesCookie, setFilesCookie } from './files-cookie.ts'
import type { Claims } from './session-tokens.ts'

/** The authenticated user of a request or socket. `labPartnerId` is set for a lab's user. */
export type Caller = { userId: string; role: Claims['role']; labPartnerId: string | null }

/** The `actor` of the events that a caller's request records. */
export function actorOf(caller: Caller): string {
  return `${caller.role}:${caller.userId}`
}

/** @throws AppError not-signed-in, account-disabled */
export async function authenticate(
  context: Pick<Context, 'sessionTokens' | 'accountStatuses'>,
  token: string,
): Promise<{ caller: Caller; claims: Claims }> {
  const claims = context.sessionTokens.verify(token)
  if (!claims) throw new AppError('not-signed-in')
  const status = await context.accountStatuses.get(claims.sub)
  if (!status || status.tokenVersion !== claims.tv) throw new AppError('not-signed-in')
  if (!status.isActive) throw new AppError('account-disabled')
  return { caller: { userId: claims.sub, role: claims.role, labPartnerId: claims.lab ?? null }, claims }
}

const renewAfterMs = 24 * 60 * 60 * 1_000

function tokenOf(request: FastifyRequest, route: Pick<Route, 'cookie'>): string | undefined {
  if (route.cookie) return request.cookies[filesCookie]
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/**
 * Applies a route's access policy. Renews a token that is older than a day, in the header `renewed-token` and in the files
 * cookie.
 * @returns the caller; undefined for a public route
 * @throws AppError not-signed-in, account-disabled, forbidden
 */
export async function authorise(
  context: Pick<Context, 'sessionTokens' | 'accountStatuses' | 'now' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Pick<Route, 'access' | 'cookie'>,
): Promise<Caller | undefined> {
  const { access } = route
  if (access === 'public') return undefined
  const token = tokenOf(request, route)
  if (!token) throw new AppError('not-signed-in')
  const { caller, claims } = await authenticate(context, token)
  if (access !== 'signed-in' && !access.includes(caller.role)) throw new AppError('forbidden')
  if (!route.cookie && context.now().getTime() - claims.iat * 1_000 > renewAfterMs) {
    const renewed = context.sessionTokens.renew(claims)
    reply.header('renewed-token', renewed)
    setFilesCookie(context, reply, renewed)
  }
  return caller
}
