import { hash, verify } from '@node-rs/argon2'

/** @returns an argon2id hash with the library's defaults (19 MiB, 2 passes), which are OWASP's */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let nobody: Promise<string> | undefined

/**
 * Checks a password. Without an account it checks against a hash that nobody has, so that an unknown account takes as
 * long to refuse as a wrong password.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID())
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== undefined && matches
}
