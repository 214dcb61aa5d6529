import type { Role } from '@jaanch/contracts/vocabulary'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { Secrets } from './secrets.ts'

const claims = z.object({
  sub: z.uuid(),
  /** The user's token version when the token was issued: raising the user's version ends all older sessions */
  tv: z.int(),
  /** The session */
  sid: z.uuid(),
})
export type Claims = z.output<typeof claims>

type Owner = { id: string; role: Role; tokenVersion: number; labPartnerId: string | null }

export type SessionTokens = {
  /**
   * A token for a session. Role and lab are in it for processes of the release before only: `verify` does not return them, what
   * a caller may do is in the database.
   */
  issue(user: Owner, session: { id: string; lifetimeMs: number }): string
  /** @returns undefined for a token that has another signature or has expired */
  verify(token: string): Claims | undefined
}

export function createSessionTokens(...secrets: Secrets): SessionTokens {
  const checks = secrets.map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 1_000 }))
  const sign = createSigner({ key: secrets[0], algorithm: 'HS256' })

  return {
    issue(user, session) {
      const expiresAt = Date.now() + session.lifetimeMs
      return sign({
        exp: Math.floor(expiresAt / 1_000),
        sub: user.id,
        tv: user.tokenVersion,
        role: user.role,
        ...(user.labPartnerId ? { lab: user.labPartnerId } : {}),
        sid: session.id,
      })
    },
    verify(token) {
      for (const check of checks) {
        try {
          return claims.parse(check(token))
        } catch {
          // signed by another secret, or by none of ours
        }
      }
      return undefined
    },
  }
}
