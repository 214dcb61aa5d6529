import { hash, verify } from '@node-rs/argon2'

/** @returns an argon2id hash with the library's defaults (19 MiB, 2 passes), which are OWASP's */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let nobody: Promise<string> | undefined

/**
 * Checks a password. Without an account, or with one that nobody can sign in to (its hash is no hash), it checks against
 * a hash that nobody has, so that every refusal takes as long as that of a wrong password.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID())
  const isHash = stored?.startsWith('$argon2') ?? false
  const matches = await verify(stored !== undefined && isHash ? stored : await nobody, password)
  return isHash && matches
}
