import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance } from 'fastify'
import { registeredBefore } from '../../auth/find-registered-user.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { findUser, insertUser, type NewUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { openSession } from './session.ts'

export function serveRegistration(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** @returns false when the e-mail is taken, and nothing was done */
  function register(user: NewUser, requestId: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await insertUser(tx, user))) return false
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('user', user.id),
        expected: 0,
        events: [{ type: 'CustomerRegistered', data: { userId: user.id } }],
        actor: `customer:${user.id}`,
        correlationId: requestId,
      })
      return true
    })
  }

  serve(app, context, authRoutes.register, async ({ body, idempotencyKey, request, reply }) => {
    const { password, ...person } = body
    // nobody is signed in yet whose key it could be, so the key belongs to the person that it comes with
    const id = newIdFor('register', hashOfBody(person), idempotencyKey)
    const isNew = await register(
      { ...person, id, phone: null, password_hash: await hashPassword(password) },
      request.id,
    )
    const user = isNew ? await findUser(db, id) : await registeredBefore(context, id, body)
    if (!user) throw new AppError('internal')
    return openSession(context, reply, user)
  })
}
