import { hash, verify } from '@node-rs/argon2'

/** @returns an argon2id hash with the library's defaults (19 MiB, 2 passes), which OWASP recommends */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let dummyHash: Promise<string> | undefined

/**
 * Checks a password. Without an account, or if the stored text is not a hash (nobody can sign in to that account), it
 * verifies a dummy hash, so that every refusal takes the same time.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID())
  const isHash = stored?.startsWith('$argon2') ?? false
  const matches = await verify(stored !== undefined && isHash ? stored : await dummyHash, password)
  return isHash && matches
}
