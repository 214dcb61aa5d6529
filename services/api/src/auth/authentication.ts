import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { filesCookie, giveFilesCookie } from './files-cookie.ts'
import type { Claims } from './session-tokens.ts'

/** Who is calling. `labPartnerId` is set for a lab's user. */
export type Caller = { userId: string; role: Claims['role']; labPartnerId: string | null }

export function actorOf(caller: Caller): string {
  return `${caller.role}:${caller.userId}`
}

/** @throws AppError not-signed-in, account-disabled */
export async function callerOfToken(
  context: Pick<Context, 'tokens' | 'accounts'>,
  token: string,
): Promise<{ caller: Caller; claims: Claims }> {
  const claims = context.tokens.verify(token)
  if (!claims) throw new AppError('not-signed-in')
  const standing = await context.accounts.standingOf(claims.sub)
  if (!standing || standing.tokenVersion !== claims.tv) throw new AppError('not-signed-in')
  if (!standing.isActive) throw new AppError('account-disabled')
  return { caller: { userId: claims.sub, role: claims.role, labPartnerId: claims.lab ?? null }, claims }
}

const dayMs = 24 * 60 * 60 * 1_000

function tokenOf(request: FastifyRequest, route: Pick<Route, 'cookie'>): string | undefined {
  if (route.cookie) return request.cookies[filesCookie]
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/**
 * Applies a route's policy; renews the caller's token, in the header `renewed-token` and in the cookie for files, once a day.
 * @returns the caller, or undefined where anyone may call
 * @throws AppError not-signed-in, account-disabled, forbidden
 */
export async function authorise(
  context: Pick<Context, 'tokens' | 'accounts' | 'now' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Pick<Route, 'access' | 'cookie'>,
): Promise<Caller | undefined> {
  const { access } = route
  if (access === 'public') return undefined
  const token = tokenOf(request, route)
  if (!token) throw new AppError('not-signed-in')
  const { caller, claims } = await callerOfToken(context, token)
  if (access !== 'signed-in' && !access.includes(caller.role)) throw new AppError('forbidden')
  if (!route.cookie && context.now().getTime() - claims.iat * 1_000 > dayMs) {
    const renewed = context.tokens.renew(claims)
    reply.header('renewed-token', renewed)
    giveFilesCookie(context, reply, renewed)
  }
  return caller
}
