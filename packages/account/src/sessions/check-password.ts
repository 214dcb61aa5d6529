import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import { TooManyError } from '@jaanch/platform/limits/limits'
import type { FastifyRequest } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import type { RateLimits } from '../limits.ts'
import type { UserRow } from '../users/user-rows.ts'
import { type Devices, deviceOf } from './devices.ts'
import type { Passwords } from './passwords.ts'
import { isUsedFrom } from './sessions.ts'

type Attempt = {
  request: FastifyRequest
  /** null if no account has the login */
  user: Pick<UserRow, 'id' | 'passwordHash'> | null
  /** What identifies the login that was typed; counted only if no account has it */
  login: string
  password: string
  /** The session of a caller who is signed in: it counts as a device that signed in before */
  session?: string | undefined
  /** null for a stranger */
  actor: string | null
}

/** Checks passwords under the limits of failed ones. */
export type PasswordCheck = {
  /** @throws BusyError; TooManyError, whether or not the password is correct */
  isCorrect(attempt: Attempt): Promise<boolean>
  /** Takes as long as a check of a password of an account, and is not counted. @throws BusyError */
  pretend(password: string): Promise<unknown>
}

type Services = {
  accountsDb: DatabasePool
  passwords: Passwords
  devices: Devices
  rateLimits: RateLimits
  audit: Audit
  now: () => Date
}

/**
 * Failures are counted by account, however the login was typed, and by where they come from. A new password begins new counts: what was
 * guessed before is void.
 */
export function createPasswordCheck(services: Services): PasswordCheck {
  const { accountsDb, passwords, devices, rateLimits, audit, now } = services

  return {
    pretend: (password) => passwords.matches(undefined, password),
    async isCorrect({ request, user, login, password, session, actor }) {
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

/** How long a session counts as confirmed, after its login too, ms */
const confirmedForMs = 10 * 60 * 1_000

/**
 * To be called before a route that is declared `confirmed`, which cannot be undone or exposes much: a stolen session alone is not enough
 * for it. Reads the row: a session that was confirmed in another process counts at once.
 * @throws AppError confirmation-required
 */
export async function demandConfirmation(db: CommonQueryMethods, caller: Caller, now: Date): Promise<void> {
  const since = new Date(now.getTime() - confirmedForMs).toISOString()
  const isConfirmed = await db.exists(sql.unsafe`
    select 1 from sessions
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}
       and coalesce(confirmed_at, created_at) > ${since}`)
  if (!isConfirmed) throw new AppError('confirmation-required')
}

/** Notes that a session proved itself. @returns false if it ended meanwhile */
export async function confirmSession(db: CommonQueryMethods, caller: Caller, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update sessions set confirmed_at = ${now.toISOString()}
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}`)
  return rowCount > 0
}
