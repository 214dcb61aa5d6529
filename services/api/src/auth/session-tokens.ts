import { type Role, roles } from '@jaanch/contracts/vocabulary'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'

const claims = z.object({
  sub: z.uuid(),
  role: z.enum(roles),
  /** The user's token version when the token was issued: raising the user's version revokes all older tokens */
  tv: z.int(),
  /** The lab partner of a lab's user */
  lab: z.uuid().optional(),
  /** Issued at, seconds */
  iat: z.int(),
})
export type Claims = z.output<typeof claims>

export type SessionTokens = {
  issue(user: { id: string; role: Role; tokenVersion: number; labPartnerId: string | null }): string
  /** The same session for another seven days */
  renew(claims: Claims): string
  /** @returns undefined for a token that has another signature or has expired */
  verify(token: string): Claims | undefined
}

export const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1_000

export function createSessionTokens(secret: string): SessionTokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: sessionLifetimeMs })
  const check = createVerifier({ key: secret, algorithms: ['HS256'], cache: 1_000 })
  return {
    issue(user) {
      return sign({
        sub: user.id,
        role: user.role,
        tv: user.tokenVersion,
        ...(user.labPartnerId ? { lab: user.labPartnerId } : {}),
      })
    },
    renew({ iat: _, ...session }) {
      return sign(session)
    },
    verify(token) {
      try {
        return claims.parse(check(token))
      } catch {
        return undefined
      }
    },
  }
}
