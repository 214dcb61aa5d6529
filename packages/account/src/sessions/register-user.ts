import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { appendWithRows, type WriteRows } from '@jaanch/eventlog/append-with-rows'
import { type JaanchEvent, streamId } from '@jaanch/eventlog/events'
import { hashOfBody, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import type { FastifyRequest } from 'fastify'
import { recordNotice } from '../privacy/consents.ts'
import { findUser, insertUser, type NewUser, type UserRow } from '../users/user-rows.ts'
import { authCalls } from './api.ts'

type RegisterParts = Pick<Services, 'accountsDb' | 'logDb' | 'passwords' | 'passwordCheck'>

type Registration = {
  /** The id follows from the Idempotency-Key and the request: a repeated request has the same id */
  user: Omit<NewUser, 'passwordHash'>
  password: string
  streamId: string
  event: JaanchEvent
  /** Writes other rows of the registration in the same transaction */
  writeRows?: WriteRows
  request: FastifyRequest
}

export const register = serveCall(
  authCalls.register,
  async ({ body, idempotencyKey, request, reply }, services) => {
    await services.rateLimits.count('registrations', networkOf(request.ip))
    const { password, noticeVersion, ...person } = body
    // no user is signed in yet, so the key is scoped to the person in the request
    const id = newIdFor('register', hashOfBody(person), idempotencyKey)
    const user = await registerUser(services, {
      user: { ...person, id, phone: null },
      password,
      streamId: streamId('user', id),
      event: { type: 'CustomerRegistered', data: { userId: id } },
      writeRows: (client) => recordNotice(client, id, 'registration', noticeVersion),
      request,
    })
    return services.openSession({ request, reply }, user)
  },
)

/**
 * Creates a user and records the event, in one transaction. A repeated request returns the user that the first one created.
 * @throws AppError email-taken, account-disabled; TooManyError
 */
export async function registerUser(services: RegisterParts, registration: Registration): Promise<UserRow> {
  const { user, password, streamId, event, writeRows, request } = registration
  const passwordHash = await services.passwords.hash(password)
  const append = {
    id: randomUUID(),
    streamId,
    expected: 0,
    events: [event],
    actor: `${user.role}:${user.id}`,
    correlationId: request.id,
  }
  try {
    await appendWithRows(services.logDb, append, async (client) => {
      await insertUser(client, { ...user, passwordHash })
      await writeRows?.(client)
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'email-taken')) throw error
    return findRegisteredUser(services, registration)
  }
  const registered = await findUser(services.accountsDb, user.id)
  if (!registered) throw new AppError('internal')
  return registered
}

/**
 * The user that the same request registered before. The answer signs the caller in, so the password must match; wrong ones
 * count as failed logins.
 */
async function findRegisteredUser(
  { accountsDb, passwordCheck }: Pick<RegisterParts, 'accountsDb' | 'passwordCheck'>,
  { user, password, request }: Pick<Registration, 'user' | 'password' | 'request'>,
): Promise<UserRow> {
  const known = await findUser(accountsDb, user.id)
  if (!known) throw new AppError('email-taken')
  const attempt = { request, user: known, login: user.email, password, actor: null }
  if (!(await passwordCheck.isCorrect(attempt))) throw new AppError('email-taken')
  if (!known.isActive) throw new AppError('account-disabled')
  return known
}
