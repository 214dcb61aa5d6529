import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { checkPassword, type PasswordCheck } from '../../auth/check-password.ts'
import { demandSecondFactor } from '../../auth/second-factors/demand.ts'
import type { SecretBox } from '../../auth/second-factors/secret-box.ts'
import { findUsersByLogin, parseLogin, triedByPhone, type UserRow } from '../../auth/users.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { openSession, type SessionOpening } from './open-session.ts'

type Parts = PasswordCheck &
  SessionOpening & { logDb: pg.Pool; secretBox: SecretBox; requireStaffMfa: boolean }

export function registerLogIn(app: FastifyInstance, parts: Parts): void {
  /**
   * Tries the password on each account that the login may mean; it counts for each as a guess of its own. A login by phone always takes
   * as many hashes, so that its duration does not reveal how many accounts have the phone.
   * @returns the user; undefined if the password is wrong
   * @throws AppError phone-shared; TooManyError, unless the password opens an account that is not blocked
   */
  async function findUserByPassword(
    request: FastifyRequest,
    typed: string,
    password: string,
  ): Promise<UserRow | undefined> {
    const login = parseLogin(typed)
    const found = await findUsersByLogin(parts.accountsDb, login)
    const users = found.length > 0 ? found : [null]
    const hashes = login.phone === null ? 1 : triedByPhone
    const [tried] = await Promise.all([
      Promise.allSettled(
        users.map((user) => checkPassword(parts, { request, user, login: login.key, password, actor: null })),
      ),
      ...Array.from({ length: hashes - users.length }, () => parts.passwords.matches(undefined, password)),
    ])
    const [opened, another] = users.filter((_, n) => tried[n]?.status === 'fulfilled' && tried[n].value)
    if (another) throw new AppError('phone-shared')
    const failed = tried.find((attempt) => attempt.status === 'rejected')
    if (!opened && failed) throw failed.reason
    return opened ?? undefined
  }

  /** Called only after the correct password: neither the status of a lab nor that of an account is public. */
  async function refuseShutOut({ isActive, labPartnerId }: UserRow): Promise<void> {
    const status = labPartnerId && (await readLabStatus(parts, labPartnerId))
    if (status === 'suspended') throw new AppError('lab-suspended')
    if (!isActive) throw new AppError('account-disabled')
    if (!status) return
    if (status === 'rejected') throw new AppError('lab-rejected')
    if (status !== 'approved') throw new AppError('lab-under-review')
  }

  app.serve(authRoutes.login, async ({ body, request, reply }) => {
    const user = await findUserByPassword(request, body.email, body.password)
    if (!user) throw new AppError('wrong-credentials')
    await refuseShutOut(user)
    await demandSecondFactor(parts, user)
    return openSession(parts, { request, reply }, user)
  })
}
