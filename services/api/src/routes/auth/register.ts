import { streamId } from '@jaanch/contracts/events/streams'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { recordNotice } from '@jaanch/storage/notices'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PasswordCheck } from '../../auth/check-password.ts'
import { networkOf } from '../../auth/network.ts'
import { registerUser } from '../../auth/register-user.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { openSession, type SessionOpening } from './open-session.ts'

export function registerRegistration(
  app: FastifyInstance,
  parts: PasswordCheck & SessionOpening & { logDb: pg.Pool },
): void {
  app.serve(authRoutes.register, async ({ body, idempotencyKey, request, reply }) => {
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
