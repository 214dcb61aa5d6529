import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { readFilesCookie } from '@jaanch/contracts/files-cookie'
import type { Route } from '@jaanch/contracts/http/route'
import { mayCall } from '@jaanch/contracts/staff-roles'
import type { Services } from '@jaanch/platform/http/served'
import type { FastifyRequest } from 'fastify'
import type { Claims, SessionTokens, TokenPurpose } from './session-tokens.ts'
import { formerSessionEnd } from './sessions.ts'
import type { Standing, Standings } from './standings.ts'

/** Says whose a token is, and whether it is still accepted. */
export type Authentication = Pick<Services, 'sessionTokens' | 'standings'>

/**
 * The caller of a token for this purpose. Role, lab and activity are those of the database, at most five seconds old.
 * @throws AppError not-signed-in, account-disabled
 */
export async function authenticate(
  {
    sessionTokens,
    standings,
  }: { sessionTokens: Pick<SessionTokens, 'verify'>; standings: Pick<Standings, 'get'> },
  token: string,
  purpose: TokenPurpose,
): Promise<Caller> {
  const claims = sessionTokens.verify(token, purpose)
  if (!claims) throw new AppError('not-signed-in')
  const standing = await standings.get(claims)
  if (!standing?.isOpen || standing.tokenVersion !== claims.tv) throw new AppError('not-signed-in')
  if (!standing.isActive) throw new AppError('account-disabled')
  return callerOf(claims, standing)
}

function callerOf({ sub, sid }: Claims, { role, staffRole, labRole, labPartnerId }: Standing): Caller {
  return { userId: sub, role, staffRole, labRole, labPartnerId, sessionId: sid }
}

type FormerParts = Authentication & Pick<Services, 'accountsDb' | 'now'>

/** The caller of a session that ended because access or role was taken away; undefined: it is no such session */
async function formerCaller(
  { sessionTokens, standings, accountsDb, now }: FormerParts,
  token: string,
): Promise<Caller | undefined> {
  const claims = sessionTokens.verify(token, 'session')
  const formerSince = claims && (await formerSessionEnd(accountsDb, claims, now()))
  const standing = formerSince && (await standings.get(claims))
  if (!standing) return undefined
  return { ...callerOf(claims, standing), formerSince }
}

/** @returns the token of the Authorization header */
export function bearerTokenOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/** The caller of a public route, whose token may be missing or not valid any more. */
export async function findCaller(
  authentication: Authentication,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const token = bearerTokenOf(request)
  if (!token) return undefined
  const caller = await authenticate(authentication, token, 'session').catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  request.callerId = caller?.userId ?? null
  return caller
}

/**
 * Applies a route's access policy.
 * @returns the caller; undefined for a public route
 * @throws AppError not-signed-in, account-disabled, forbidden, outside-role
 */
export async function authorise(
  parts: FormerParts & Pick<Services, 'audit' | 'publicUrl'>,
  request: FastifyRequest,
  route: Pick<Route, 'access' | 'admins' | 'labs' | 'cookie' | 'handsIn' | 'method' | 'path'>,
): Promise<Caller | undefined> {
  const { access, cookie, handsIn, method, path } = route
  if (access === 'public') return undefined
  const bearer = bearerTokenOf(request)
  const token = bearer ?? (cookie && readFilesCookie(parts, request))
  if (!token) throw new AppError('not-signed-in')
  const caller = await authenticate(parts, token, bearer ? 'session' : 'files').catch(async (error) => {
    const isEnded = error instanceof AppError && error.code === 'not-signed-in'
    const former = handsIn && isEnded ? await formerCaller(parts, token) : undefined
    if (!former) throw error
    return former
  })
  request.callerId = caller.userId
  const isOfRole = access === 'signed-in' || access.includes(caller.role)
  if (isOfRole && mayCall(route, caller)) return caller
  parts.audit.noteRefusal(caller, `${method} ${path}`)
  throw new AppError(isOfRole ? 'outside-role' : 'forbidden')
}
