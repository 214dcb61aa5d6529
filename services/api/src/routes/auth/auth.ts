import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance } from 'fastify'
import { takeFilesCookie } from '../../auth/files-cookie.ts'
import { passwordMatches } from '../../auth/passwords.ts'
import { findUserByLogin, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { labStatus } from '../lab-partners/status.ts'
import { readLogin } from './login.ts'
import { openSession } from './session.ts'

export function serveAuth(app: FastifyInstance, context: Context): void {
  const { db, limits } = context

  /** The owner of a login, if the password is theirs. @throws TooManyError */
  function findOwner(typed: string, password: string): Promise<UserRow | undefined> {
    const login = readLogin(typed)
    return limits.tryPassword(login.key, async () => {
      const user = await findUserByLogin(db, login)
      const matches = await passwordMatches(user?.password_hash, password)
      return user && matches ? user : undefined
    })
  }

  /** Only after the right password: nobody else learns what became of an application. */
  async function refuseUnapproved(labPartnerId: string): Promise<void> {
    const status = await labStatus(context, labPartnerId)
    if (status === 'rejected') throw new AppError('lab-rejected')
    if (status !== 'approved') throw new AppError('lab-under-review')
  }

  serve(app, context, authRoutes.login, async ({ body, reply }) => {
    const user = await findOwner(body.email, body.password)
    if (!user) throw new AppError('wrong-credentials')
    if (!user.is_active) throw new AppError('account-disabled')
    if (user.lab_partner_id) await refuseUnapproved(user.lab_partner_id)
    return openSession(context, reply, user)
  })

  serve(app, context, authRoutes.logout, async ({ reply }) => {
    takeFilesCookie(context, reply)
    return undefined
  })
}
