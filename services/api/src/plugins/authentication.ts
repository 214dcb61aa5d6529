import { AppError } from '@jaanch/contracts/errors'
import type { Access } from '@jaanch/contracts/http/route'
import type { FastifyRequest } from 'fastify'
import type { Claims } from '../auth/tokens.ts'
import type { Context } from '../context.ts'

/** Who is calling. `labPartnerId` is set for a lab's user. */
export type Caller = { userId: string; role: Claims['role']; labPartnerId: string | null }

export function actorOf(caller: Caller): string {
  return `${caller.role}:${caller.userId}`
}

/** @throws AppError not-signed-in, account-disabled */
export async function callerOfToken(
  context: Pick<Context, 'tokens' | 'accounts'>,
  token: string,
): Promise<Caller> {
  const claims = context.tokens.verify(token)
  if (!claims) throw new AppError('not-signed-in')
  const standing = await context.accounts.standingOf(claims.sub)
  if (!standing || standing.tokenVersion !== claims.tv) throw new AppError('not-signed-in')
  if (!standing.isActive) throw new AppError('account-disabled')
  return { userId: claims.sub, role: claims.role, labPartnerId: claims.lab ?? null }
}

/** Applies a route's policy. @returns the caller, or undefined where anyone may call */
export async function authorise(
  context: Pick<Context, 'tokens' | 'accounts'>,
  request: FastifyRequest,
  access: Access,
): Promise<Caller | undefined> {
  if (access === 'public') return undefined
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !token) throw new AppError('not-signed-in')
  const caller = await callerOfToken(context, token)
  if (access !== 'signed-in' && !access.includes(caller.role)) throw new AppError('forbidden')
  return caller
}
