import { createHmac, timingSafeEqual } from 'node:crypto'

/** The first signs or encrypts; all of them are accepted, so that a secret can be replaced while it is in use. */
export type Secrets = readonly [current: string, ...others: string[]]

/** The secrets of an API process, as the settings name them: those that are accepted beside the first follow after commas */
export type SecretOptions = {
  jwtSecret: string
  /** Encrypts the secrets of second factors; default: the JWT secret */
  secondFactorKey?: string | undefined
}

/** @returns what signs sessions, cookies and codes, and what encrypts second factors: also with the JWT secret, if there was no key then */
export function secretsOf({ jwtSecret, secondFactorKey }: SecretOptions): {
  signing: Secrets
  secondFactors: Secrets
} {
  return {
    signing: listOf(jwtSecret),
    secondFactors: listOf(secondFactorKey ? `${secondFactorKey},${jwtSecret}` : jwtSecret),
  }
}

function listOf(secrets: string): Secrets {
  const [current = '', ...others] = new Set(secrets.split(','))
  return [current, ...others]
}

/** The uses of an installation's secret to authenticate or to hide something. The tokens of sessions name theirs themselves: session-tokens.ts */
type MacPurpose = 'contact-codes' | 'counters' | 'devices' | 'share-file'

/**
 * @param purpose each has its own key, so that what was made for one is nothing for another
 * @returns 32 bytes of HMAC-SHA-256
 */
export function macOf(purpose: MacPurpose, secret: string, content: string | Buffer): Buffer {
  return createHmac('sha256', `${purpose} ${secret}`).update(content).digest()
}

export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
