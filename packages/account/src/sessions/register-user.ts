import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { appendWithRows, type WriteRows } from '@jaanch/eventlog/append-with-rows'
import type { JaanchEvent } from '@jaanch/eventlog/events/registry'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { findUser, insertUser, type NewUser, type UserRow } from '../users/user-rows.ts'
import { checkPassword, type PasswordCheck } from './check-password.ts'

export type Registration = {
  /** The id follows from the Idempotency-Key and the request: a repeated request has the same id */
  user: Omit<NewUser, 'passwordHash'>
  password: string
  streamId: string
  event: JaanchEvent
  /** Writes other rows of the registration in the same transaction */
  writeRows?: WriteRows
  request: FastifyRequest
}

/**
 * Creates a user and records the event, in one transaction. A repeated request returns the user that the first one created.
 * @throws AppError email-taken, account-disabled; TooManyError
 */
export async function registerUser(
  parts: PasswordCheck & { logDb: pg.Pool },
  registration: Registration,
): Promise<UserRow> {
  const { user, password, streamId, event, writeRows, request } = registration
  const passwordHash = await parts.passwords.hash(password)
  const append = {
    id: randomUUID(),
    streamId,
    expected: 0,
    events: [event],
    actor: `${user.role}:${user.id}`,
    correlationId: request.id,
  }
  try {
    await appendWithRows(parts.logDb, append, async (client) => {
      await insertUser(client, { ...user, passwordHash: passwordHash })
      await writeRows?.(client)
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'email-taken')) throw error
    return findRegisteredUser(parts, registration)
  }
  const registered = await findUser(parts.accountsDb, user.id)
  if (!registered) throw new AppError('internal')
  return registered
}

/**
 * The user that the same request registered before. The answer signs the caller in, so the password must match; wrong ones
 * count as failed logins.
 */
async function findRegisteredUser(
  parts: PasswordCheck,
  { user, password, request }: Pick<Registration, 'user' | 'password' | 'request'>,
): Promise<UserRow> {
  const known = await findUser(parts.accountsDb, user.id)
  if (!known) throw new AppError('email-taken')
  const attempt = { request, user: known, login: user.email, password, actor: null }
  if (!(await checkPassword(parts, attempt))) throw new AppError('email-taken')
  if (!known.isActive) throw new AppError('account-disabled')
  return known
}
