import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { setFilesCookie } from '@jaanch/contracts/files-cookie'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { readLabStatus } from '../labs/lab-rows.ts'
import { demandSecondFactor } from '../second-factors/second-step.ts'
import { findUsersByLogin, parseLogin, presentUser, triedByPhone, type UserRow } from '../users/user-rows.ts'
import { authCalls, type Session } from './api.ts'
import { type Devices, rememberDevice } from './devices.ts'
import type { SessionTokens } from './session-tokens.ts'
import { insertSession } from './sessions.ts'

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

type SessionParts = {
  sessionTokens: SessionTokens
  devices: Devices
  accountsDb: DatabasePool
  audit: Audit
  publicUrl: string
  now: () => Date
}

/**
 * @returns a function that opens the session of an authenticated user, and answers with its token. A session is a row, with its token in the answer, and one for files alone in their cookie. The browser is remembered as a device of the
 * account. The audit trail keeps what stands for the network: who was let in from where is the first question about an account that was
 * taken over.
 */
export function sessionsOpenedWith(parts: SessionParts) {
  const { sessionTokens, devices, accountsDb, audit, publicUrl, now } = parts

  return async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    user: UserRow,
  ): Promise<Session> => {
    request.callerId = user.id
    const session = await insertSession(accountsDb, request, user, now())
    await audit.record({
      action: 'signed-in',
      actor: actorOf({ role: user.role, userId: user.id }),
      userId: user.id,
      object: `session:${session.id}`,
      details: audit.networkOf(request),
    })
    const token = sessionTokens.issue(user, session, 'session')
    setFilesCookie({ publicUrl }, reply, sessionTokens.issue(user, session, 'files'), session.lifetimeMs)
    rememberDevice(devices, { request, reply }, user)
    reply.header('cache-control', 'no-store')
    return { token, user: presentUser(user) }
  }
}
