import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { phone as phoneField } from '@jaanch/contracts/http/fields'
import type { FastifyInstance } from 'fastify'
import { hashPassword, passwordMatches } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { serve } from '../../http/serve.ts'
import { labStatus } from '../lab-partners/status.ts'
import { findUser, findUserByLogin, insertUser, presentUser, type UserRow } from './users.ts'

export function serveAuth(app: FastifyInstance, context: Context): void {
  const { db, tokens } = context

  function sessionOf(user: UserRow) {
    const token = tokens.issue({
      id: user.id,
      role: user.role,
      tokenVersion: user.token_version,
      labPartnerId: user.lab_partner_id,
    })
    return { token, user: presentUser(user) }
  }

  serve(app, context, authRoutes.login, async ({ body }) => {
    const phone = phoneField.safeParse(body.email)
    const user = await findUserByLogin(db, body.email, phone.success ? phone.data : null)
    if (!(await passwordMatches(user?.password_hash, body.password)) || !user)
      throw new AppError('wrong-credentials')
    if (!user.is_active) throw new AppError('account-disabled')
    if (user.lab_partner_id) await refuseUnapproved(user.lab_partner_id)
    return sessionOf(user)
  })

  /** Only after the right password: nobody else learns what became of an application. */
  async function refuseUnapproved(labPartnerId: string): Promise<void> {
    const status = await labStatus(context, labPartnerId)
    if (status === 'rejected') throw new AppError('lab-rejected')
    if (status !== 'approved') throw new AppError('lab-under-review')
  }

  serve(app, context, authRoutes.register, async ({ body }) => {
    const id = randomUUID()
    const passwordHash = await hashPassword(body.password)
    await db.transaction(async (tx) => {
      const isNew = await insertUser(tx, {
        id,
        role: 'customer',
        name: body.name,
        email: body.email,
        phone: null,
        password_hash: passwordHash,
      })
      if (!isNew) throw new AppError('email-taken')
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('user', id),
        expected: 0,
        events: [{ type: 'CustomerRegistered', data: { userId: id } }],
        actor: `customer:${id}`,
      })
    })
    const user = await findUser(db, id)
    if (!user) throw new AppError('internal')
    return sessionOf(user)
  })

  serve(app, context, authRoutes.getMe, async ({ caller }) => {
    const user = await findUser(db, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  })
}
