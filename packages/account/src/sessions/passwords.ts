import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { networkOf } from '@jaanch/platform/http/network'
import { TooManyError } from '@jaanch/platform/limits/limits'
import { hash, verify } from '@node-rs/argon2'
import type { FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import type { RateLimits } from '../limits.ts'
import type { UserRow } from '../users/user-rows.ts'
import { type Devices, deviceOf } from './devices.ts'
import { isUsedFrom } from './sessions.ts'

/**
 * Each hash takes a core for about 30 ms: without a bound, a flood of logins would leave none for the event loop.
 * @param name of the gate, in metrics
 */
export function createPasswords(
  bounds: Pick<Bounds, 'passwords' | 'waitingPasswords' | 'waitRequestMs'>,
  name = 'password checks',
) {
  const gate = createGate({
    name,
    capacity: bounds.passwords,
    maxWaiting: bounds.waitingPasswords,
    waitMs: bounds.waitRequestMs,
  })
  let dummyHash: Promise<string> | undefined

  return {
    /** @returns an argon2id hash with the library's defaults (19 MiB, 2 passes), which OWASP recommends. @throws BusyError */
    hash: (password: string): Promise<string> => gate.run(() => hash(password)),
    /**
     * Checks a password. Without an account, or if the stored text is not a hash (nobody can sign in to that account), it
     * verifies a dummy hash, so that every refusal takes the same time. @throws BusyError
     */
    async matches(stored: string | undefined, password: string): Promise<boolean> {
      dummyHash ??= hash(crypto.randomUUID())
      const isHash = stored?.startsWith('$argon2') ?? false
      const expected = stored !== undefined && isHash ? stored : await dummyHash
      const matches = await gate.run(() => verify(expected, password))
      return isHash && matches
    },
  }
}

export type Passwords = ReturnType<typeof createPasswords>

type Attempt = {
  request: FastifyRequest
  /** null if no account has the login */
  user: Pick<UserRow, 'id' | 'passwordHash'> | null
  /** Identifies the login that was typed; counted only if no account has it */
  login: string
  password: string
  /** The session of a caller who is signed in: it counts as a device that signed in before */
  session?: string | undefined
  /** null for a stranger */
  actor: string | null
}

type CheckParts = {
  accountsDb: DatabasePool
  passwords: Passwords
  devices: Devices
  rateLimits: RateLimits
  audit: Audit
  now: () => Date
}

/**
 * Checks passwords under the limits of failed ones. Failures are counted by account, however the login was typed, and by where they come from. A new password begins new counts: what was
 * guessed before is void.
 */
export function createPasswordCheck(parts: CheckParts) {
  const { accountsDb, passwords, devices, rateLimits, audit, now } = parts

  return {
    /** Takes as long as a check of a password of an account, and is not counted. @throws BusyError */
    pretend: (password: string): Promise<unknown> => passwords.matches(undefined, password),
    /** @throws BusyError; TooManyError, whether or not the password is correct */
    async isCorrect({ request, user, login, password, session, actor }: Attempt): Promise<boolean> {
      const account = user ? `${user.id} ${user.passwordHash}` : `login ${login}`
      const network = networkOf(request.ip)
      // no answer waits for the entry, so that its duration reveals nothing
      const about = { actor, userId: user?.id, details: audit.networkOf(request) }
      try {
        const isCorrect = await rateLimits.attemptPassword(
          {
            account,
            network,
            device: session ?? deviceOf(devices, request, user),
            isKnownHere: () => isUsedFrom(accountsDb, user?.id, network, now()),
          },
          () => passwords.matches(user?.passwordHash, password),
        )
        if (!isCorrect) audit.note({ action: 'sign-in-failed', ...about })
        return isCorrect
      } catch (error) {
        // a stranger can make up any number of logins, and the entries are kept for a year
        if (error instanceof TooManyError)
          audit.note({ action: 'sign-in-blocked', ...about }, user ? `${account} ${network}` : network)
        throw error
      }
    },
  }
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

type OwnPassword = { request: FastifyRequest; caller: Caller; user: UserRow; password: string }

/**
 * Whether a signed-in caller knows the account's password: a stolen token must neither be enough for what matters most nor be a way to
 * guess it.
 * @throws AppError wrong-password; BusyError; TooManyError
 */
export async function demandPassword(
  passwordCheck: PasswordCheck,
  { request, caller, user, password }: OwnPassword,
): Promise<void> {
  const isCorrect = await passwordCheck.isCorrect({
    request,
    user,
    login: user.email,
    password,
    session: caller.sessionId ?? 'none',
    actor: actorOf(caller),
  })
  if (!isCorrect) throw new AppError('wrong-password')
}
