import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkPassword } from '../../auth/check-password.ts'
import { demandSecondFactor } from '../../auth/second-factors/demand.ts'
import { findUserByLogin, parseLogin, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { openSession } from './open-session.ts'

export function registerLogIn(app: FastifyInstance, context: Context): void {
  /** @returns the user of a login; undefined if the password is wrong. @throws TooManyError */
  async function findUserByPassword(
    request: FastifyRequest,
    typed: string,
    password: string,
  ): Promise<UserRow | undefined> {
    const login = parseLogin(typed)
    const user = await findUserByLogin(context.accountsDb, login)
    const attempt = { request, user, login: login.key, password, actor: null }
    const isCorrect = await checkPassword(context, attempt)
    return user && isCorrect ? user : undefined
  }

  /** Called only after the correct password: neither the status of a lab nor that of an account is public. */
  async function refuseShutOut({ isActive, labPartnerId }: UserRow): Promise<void> {
    const status = labPartnerId && (await readLabStatus(context, labPartnerId))
    if (status === 'suspended') throw new AppError('lab-suspended')
    if (!isActive) throw new AppError('account-disabled')
    if (!status) return
    if (status === 'rejected') throw new AppError('lab-rejected')
    if (status !== 'approved') throw new AppError('lab-under-review')
  }

  serve(app, context, authRoutes.login, async ({ body, request, reply }) => {
    const user = await findUserByPassword(request, body.email, body.password)
    if (!user) throw new AppError('wrong-credentials')
    await refuseShutOut(user)
    await demandSecondFactor(context, user)
    return openSession(context, { request, reply }, user)
  })
}
