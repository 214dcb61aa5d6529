import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { clearFilesCookie } from '@jaanch/contracts/files-cookie'
import { streamId } from '@jaanch/eventlog/events/streams'
import { hashOfBody, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { readLabStatus } from '../labs/lab-rows.ts'
import { recordNotice } from '../privacy/notices.ts'
import type { SecondFactorCheck } from '../second-factors/answer-ticket.ts'
import { demandSecondFactor } from '../second-factors/demand.ts'
import {
  registerAddSecondFactor,
  registerAnswerSecondFactor,
  registerSecondFactors,
} from '../second-factors/routes.ts'
import type { SecretBox } from '../second-factors/secret-box.ts'
import { findUser, findUsersByLogin, parseLogin, triedByPhone, type UserRow } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import { type Authentication, findCaller } from './authentication.ts'
import { checkPassword, demandPassword, type PasswordCheck } from './check-password.ts'
import { openSession, type SessionOpening } from './open-session.ts'
import { changePassword } from './password-resets.ts'
import { registerUser } from './register-user.ts'
import { registerResetPassword } from './reset-password.ts'
import { endAllSessions, endSession, listSessions } from './sessions.ts'

type Parts = PasswordCheck &
  SessionOpening &
  SecondFactorCheck &
  Authentication & {
    logDb: pg.Pool
    secretBox: SecretBox
    requireStaffMfa: boolean
    publicUrl: string
    log: Log
  }

export function registerAuthRoutes(app: FastifyInstance, parts: Parts): void {
  registerLogIn(app, parts)
  registerRegistration(app, parts)
  registerResetPassword(app, parts)
  registerChangePassword(app, parts)
  registerSessions(app, parts)
  registerAnswerSecondFactor(app, parts)
  registerSecondFactors(app, parts)
  registerAddSecondFactor(app, parts)
}

function registerRegistration(app: FastifyInstance, parts: Parts): void {
  app.serve(authCalls.register, async ({ body, idempotencyKey, request, reply }) => {
    await parts.rateLimits.count('registrations', networkOf(request.ip))
    const { password, noticeVersion, ...person } = body
    // no user is signed in yet, so the key is scoped to the person in the request
    const id = newIdFor('register', hashOfBody(person), idempotencyKey)
    const user = await registerUser(parts, {
      user: { ...person, id, phone: null },
      password,
      streamId: streamId('user', id),
      event: { type: 'CustomerRegistered', data: { userId: id } },
      writeRows: (client) => recordNotice(client, id, 'registration', noticeVersion),
      request,
    })
    return openSession(parts, { request, reply }, user)
  })
}

function registerLogIn(app: FastifyInstance, parts: Parts): void {
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

  app.serve(authCalls.login, async ({ body, request, reply }) => {
    const user = await findUserByPassword(request, body.email, body.password)
    if (!user) throw new AppError('wrong-credentials')
    await refuseShutOut(user)
    await demandSecondFactor(parts, user)
    return openSession(parts, { request, reply }, user)
  })
}

/** Logout, the list of one's sessions, and their end. */
function registerSessions(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, standings, audit, now } = parts

  /** Has effect in this process at once, and in the others by the notification of the deleted row. */
  async function end(caller: Caller, sessionId: string, action: 'signed-out' | 'session-ended') {
    if (!(await endSession(db, caller.userId, sessionId))) return false
    standings.invalidate(caller.userId)
    const { userId } = caller
    await audit.record({ action, actor: actorOf(caller), userId, object: `session:${sessionId}` })
    return true
  }

  async function endAll(userId: string, by: Caller): Promise<void> {
    await db.transaction((tx) => endAllSessions(tx, userId))
    standings.invalidate(userId)
    await audit.record({ action: 'signed-out-everywhere', actor: actorOf(by), userId })
  }

  app.serve(authCalls.logout, async ({ request, reply }) => {
    clearFilesCookie(parts, reply)
    // a client that was offline may end its session late, when the token is not valid any more
    const caller = await findCaller(parts, request)
    if (caller?.sessionId) await end(caller, caller.sessionId, 'signed-out')
    return undefined
  })

  app.serve(authCalls.listSessions, ({ caller }) => listSessions(db, caller.userId, caller.sessionId, now()))

  app.serve(authCalls.endSession, async ({ params, caller }) => {
    if (!(await end(caller, params.id, 'session-ended'))) throw new AppError('not-found')
    return undefined
  })

  app.serve(authCalls.signOutEverywhere, async ({ caller, reply }) => {
    await endAll(caller.userId, caller)
    clearFilesCookie(parts, reply)
    return undefined
  })

  app.serve(authCalls.endUserSessions, async ({ params, caller }) => {
    if (!(await findUser(db, params.id))) throw new AppError('not-found')
    await endAll(params.id, caller)
    return undefined
  })
}

/** A signed-in user sets a new password: all sessions end, and the answer opens a new one for this device. */
function registerChangePassword(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, standings, passwords, audit } = parts

  app.serve(authCalls.changePassword, async ({ body, caller, request, reply }) => {
    const user = await findUser(db, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(parts, { request, caller, user, password: body.currentPassword })
    const passwordHash = await passwords.hash(body.newPassword)
    const tokenVersion = await changePassword(db, user, passwordHash)
    // another request changed it meanwhile
    if (tokenVersion === undefined) throw new AppError('conflict')
    standings.invalidate(user.id)
    await audit.record({ action: 'password-changed', actor: actorOf(caller), userId: user.id })
    return openSession(parts, { request, reply }, { ...user, passwordHash, tokenVersion })
  })
}
