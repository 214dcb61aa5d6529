import type { Secrets } from '@jaanch/platform/http/secrets'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'

/** The purpose of a token: the calls of a session, or a cookie of it with which the browser opens files, or the dashboard of the queues */
export type TokenPurpose = 'session' | 'files' | 'queues'

const claims = z.object({
  aud: z.string(),
  sub: z.uuid(),
  /** The user's token version when the token was issued: raising the user's version ends all older sessions */
  tv: z.int(),
  /** The session */
  sid: z.uuid(),
})
export type Claims = Omit<z.output<typeof claims>, 'aud'>

type Owner = { id: string; tokenVersion: number }

export function createSessionTokens(...secrets: Secrets) {
  const checks = secrets.map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 1_000 }))
  const sign = createSigner({ key: secrets[0], algorithm: 'HS256' })

  return {
    /** A token of a session for one purpose. What its user may do is in the database */
    issue(user: Owner, session: { id: string; lifetimeMs: number }, purpose: TokenPurpose): string {
      const expiresAt = Date.now() + session.lifetimeMs
      return sign({
        aud: purpose,
        exp: Math.floor(expiresAt / 1_000),
        sub: user.id,
        tv: user.tokenVersion,
        sid: session.id,
      })
    },
    /** @returns undefined for a token that has another signature, is for another purpose or has expired */
    verify(token: string, purpose: TokenPurpose): Claims | undefined {
      for (const check of checks) {
        try {
          const found = claims.parse(check(token))
          return found.aud === purpose ? found : undefined
        } catch {
          // signed by another secret, or by none of ours
        }
      }
      return undefined
    },
  }
}

export type SessionTokens = ReturnType<typeof createSessionTokens>
