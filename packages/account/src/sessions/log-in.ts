import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { readLabStatus } from '../labs/lab-rows.ts'
import { demandSecondFactor } from '../second-factors/demand.ts'
import type { SecretBox } from '../second-factors/secret-box.ts'
import { findUsersByLogin, parseLogin, triedByPhone, type UserRow } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import type { PasswordCheck } from './check-password.ts'
import type { OpenSession } from './open-session.ts'

type Services = {
  accountsDb: DatabasePool
  logDb: pg.Pool
  passwordCheck: PasswordCheck
  openSession: OpenSession
  secretBox: SecretBox
  requireStaffMfa: boolean
  publicUrl: string
  now: () => Date
}

export const logIn = serveCall(authCalls.login, async ({ body, request, reply }, services) => {
  const user = await findUserByPassword(services, { request, typed: body.email, password: body.password })
  if (!user) throw new AppError('wrong-credentials')
  await refuseShutOut(services, user)
  await demandSecondFactor(services, user)
  return services.openSession({ request, reply }, user)
})

/**
 * Tries the password on each account that the login may mean; it counts for each as a guess of its own. A login by phone always takes
 * as many hashes, so that its duration does not reveal how many accounts have the phone.
 * @returns the user; undefined if the password is wrong
 * @throws AppError phone-shared; TooManyError, unless the password opens an account that is not blocked
 */
async function findUserByPassword(
  { accountsDb, passwordCheck }: Pick<Services, 'accountsDb' | 'passwordCheck'>,
  { request, typed, password }: { request: FastifyRequest; typed: string; password: string },
): Promise<UserRow | undefined> {
  const login = parseLogin(typed)
  const found = await findUsersByLogin(accountsDb, login)
  const users = found.length > 0 ? found : [null]
  const hashes = login.phone === null ? 1 : triedByPhone
  const [tried] = await Promise.all([
    Promise.allSettled(
      users.map((user) =>
        passwordCheck.isCorrect({ request, user, login: login.key, password, actor: null }),
      ),
    ),
    ...Array.from({ length: hashes - users.length }, () => passwordCheck.pretend(password)),
  ])
  const [opened, another] = users.filter((_, n) => tried[n]?.status === 'fulfilled' && tried[n].value)
  if (another) throw new AppError('phone-shared')
  const failed = tried.find((attempt) => attempt.status === 'rejected')
  if (!opened && failed) throw failed.reason
  return opened ?? undefined
}

/** Called only after the correct password: neither the status of a lab nor that of an account is public. */
async function refuseShutOut(
  services: Pick<Services, 'logDb'>,
  { isActive, labPartnerId }: UserRow,
): Promise<void> {
  const status = labPartnerId && (await readLabStatus(services, labPartnerId))
  if (status === 'suspended') throw new AppError('lab-suspended')
  if (!isActive) throw new AppError('account-disabled')
  if (!status) return
  if (status === 'rejected') throw new AppError('lab-rejected')
  if (status !== 'approved') throw new AppError('lab-under-review')
}
