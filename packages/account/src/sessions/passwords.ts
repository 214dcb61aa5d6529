import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { hash, verify } from '@node-rs/argon2'

export type Passwords = {
  /** @returns an argon2id hash with the library's defaults (19 MiB, 2 passes), which OWASP recommends. @throws BusyError */
  hash(password: string): Promise<string>
  /**
   * Checks a password. Without an account, or if the stored text is not a hash (nobody can sign in to that account), it
   * verifies a dummy hash, so that every refusal takes the same time. @throws BusyError
   */
  matches(stored: string | undefined, password: string): Promise<boolean>
}

/**
 * Each hash takes a core for about 30 ms: without a bound, a flood of logins would leave none for the event loop.
 * @param name of the gate, in metrics
 */
export function createPasswords(
  bounds: Pick<Bounds, 'passwords' | 'waitingPasswords' | 'waitRequestMs'>,
  name = 'password checks',
): Passwords {
  const gate = createGate({
    name,
    capacity: bounds.passwords,
    maxWaiting: bounds.waitingPasswords,
    waitMs: bounds.waitRequestMs,
  })
  let dummyHash: Promise<string> | undefined

  return {
    hash: (password) => gate.run(() => hash(password)),
    async matches(stored, password) {
      dummyHash ??= hash(crypto.randomUUID())
      const isHash = stored?.startsWith('$argon2') ?? false
      const expected = stored !== undefined && isHash ? stored : await dummyHash
      const matches = await gate.run(() => verify(expected, password))
      return isHash && matches
    },
  }
}
