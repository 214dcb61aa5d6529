import type { Role } from '@jaanch/contracts/vocabulary'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { Secrets } from './secrets.ts'

/** The purpose of a token: the calls of a session, or a cookie of it with which the browser opens files, or the dashboard of the queues */
export type TokenPurpose = 'session' | 'files' | 'queues'

const claims = z.object({
  aud: z.string().optional(),
  sub: z.uuid(),
  /** The user's token version when the token was issued: raising the user's version ends all older sessions */
  tv: z.int(),
  /** The session */
  sid: z.uuid(),
})
export type Claims = Omit<z.output<typeof claims>, 'aud'>

type Owner = { id: string; role: Role; tokenVersion: number; labPartnerId: string | null }

export type SessionTokens = {
  /**
   * A token of a session for one purpose. Role and lab are in it for processes of the release before only: `verify` does not return them, what
   * a caller may do is in the database.
   */
  issue(user: Owner, session: { id: string; lifetimeMs: number }, purpose: TokenPurpose): string
  /** @returns undefined for a token that has another signature, is for another purpose or has expired */
  verify(token: string, purpose: TokenPurpose): Claims | undefined
}

export function createSessionTokens(...secrets: Secrets): SessionTokens {
  const checks = secrets.map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 1_000 }))
  const sign = createSigner({ key: secrets[0], algorithm: 'HS256' })

  return {
    issue(user, session, purpose) {
      const expiresAt = Date.now() + session.lifetimeMs
      return sign({
        aud: purpose,
        exp: Math.floor(expiresAt / 1_000),
        sub: user.id,
        tv: user.tokenVersion,
        role: user.role,
        ...(user.labPartnerId ? { lab: user.labPartnerId } : {}),
        sid: session.id,
      })
    },
    verify(token, purpose) {
      for (const check of checks) {
        try {
          const found = claims.parse(check(token))
          return isFor(found, purpose) ? found : undefined
        } catch {
          // signed by another secret, or by none of ours
        }
      }
      return undefined
    },
  }
}

/** Tokens of the release before name no purpose, and last a week: they are in clients, and in the cookies for files. */
function isFor({ aud }: z.output<typeof claims>, purpose: TokenPurpose): boolean {
  return aud === purpose || (aud === undefined && purpose !== 'queues')
}
