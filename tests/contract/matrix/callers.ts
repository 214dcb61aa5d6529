import { createSessionTokens } from '@jaanch/account/sessions/session-tokens'
import type { CallName } from '@jaanch/api/calls'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { Role } from '@jaanch/contracts/vocabulary'
import { createSigner } from 'fast-jwt'
import { createUser, tokens } from '../../support/people.ts'
import { testSecret } from '../../support/stack.ts'
import { isPublic, mayRole } from './access.ts'
import type { MatrixFixture, Side } from './fixture.ts'
import type { Sample } from './sample.ts'

export type Caller = {
  name: string
  token: string | undefined
  /** undefined: no session, or an invalid one */
  role: Role | undefined
  /** The side that its own objects belong to */
  side: Side | undefined
  /** The error on calls that require a session */
  unauthenticated: ErrorCode
}

/** Calls after which the caller has no session */
export const endsOwnSession: ReadonlySet<CallName> = new Set(['logout', 'signOutEverywhere'])

/** A valid caller as another user of the same role, for a call that ends all sessions of the caller. */
export async function asAnother(caller: Caller, fixture: MatrixFixture): Promise<Caller> {
  if (!caller.role) return caller
  return { ...caller, token: await tokenOf(fixture, caller.role, 'is_active = true') }
}

/** The caller who reaches most with a request: the admin, the first lab, the first customer or the visitor. */
export async function furthestCaller(
  callers: readonly Caller[],
  name: CallName,
  { by }: Sample,
  fixture: MatrixFixture,
): Promise<Caller> {
  const roles = by ? [by] : (['admin', 'lab-partner', 'customer'] as const)
  const role = isPublic(name) ? undefined : roles.find((each) => mayRole(name, each))
  const caller = callers.find((each) => each.role === role) as Caller
  return endsOwnSession.has(name) ? asAnother(caller, fixture) : caller
}

const weekMs = 7 * 24 * 60 * 60 * 1_000

/** All kinds of callers: a visitor, six with a valid session, and those with an invalid session. */
export async function callersOf(fixture: MatrixFixture): Promise<Caller[]> {
  const { admin, applicant, suspended, sides } = fixture
  const [first, second] = sides
  const caller = (name: string, role: Role, token: string, side?: Side): Caller => ({
    name,
    token,
    role,
    side,
    unauthenticated: 'not-signed-in',
  })
  const nobody = (name: string, token?: string, unauthenticated: ErrorCode = 'not-signed-in'): Caller => ({
    name,
    token,
    role: undefined,
    side: undefined,
    unauthenticated,
  })

  const roles = ['customer', 'lab-partner', 'admin'] as const
  const disabled = roles.map(async (role) =>
    nobody(`disabled ${role}`, await tokenOf(fixture, role, 'is_active = false'), 'account-disabled'),
  )
  const old = roles.map(async (role) =>
    nobody(`${role} with a revoked token`, await tokenOf(fixture, role, 'token_version = 2')),
  )
  const claims = { id: admin.id, tokenVersion: 1 }
  const unknownUser = { ...claims, id: '00000000-0000-4000-8000-000000000001' }
  return [
    nobody('visitor'),
    caller('customer', 'customer', first.customer.token, first),
    caller('other customer', 'customer', second.customer.token, second),
    caller('lab', 'lab-partner', first.lab.token, first),
    caller('other lab', 'lab-partner', second.lab.token, second),
    caller('lab under review', 'lab-partner', applicant.token),
    caller('admin', 'admin', admin.token),
    nobody('suspended lab', suspended.token),
    nobody(
      'suspended lab with a later token',
      tokens.issue({ ...suspended, tokenVersion: 2 }),
      'account-disabled',
    ),
    ...(await Promise.all([...disabled, ...old])),
    nobody('admin without an account', tokens.issue(unknownUser)),
    nobody(
      'admin with another signing key',
      createSessionTokens('another secret that is also long enough').issue(
        claims,
        { id: admin.id, lifetimeMs: weekMs },
        'session',
      ),
    ),
    nobody('admin without a signature', unsignedToken(admin.id)),
    nobody('admin with an expired token', expiredToken(admin.id)),
  ]
}

/** The token of a user whose row was changed after the token was issued. */
async function tokenOf({ database }: MatrixFixture, role: Role, change: string): Promise<string> {
  const id = await createUser(database, role)
  await database.asOwner(`update users set ${change} where id = $1`, [id])
  return tokens.issue({ id, tokenVersion: 1 })
}

function unsignedToken(id: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { sub: id, role: 'admin', tv: 1, iat, exp: iat + weekMs / 1_000 }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

function expiredToken(id: string): string {
  const sign = createSigner({
    key: testSecret,
    algorithm: 'HS256',
    expiresIn: weekMs,
    clockTimestamp: Date.now() - weekMs - 60_000,
  })
  return sign({ sub: id, role: 'admin', tv: 1 })
}
