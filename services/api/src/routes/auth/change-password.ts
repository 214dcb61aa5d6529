import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/caller.ts'
import { demandPassword, type PasswordCheck } from '../../auth/check-password.ts'
import { changePassword } from '../../auth/password-resets.ts'
import type { Standings } from '../../auth/standings.ts'
import { findUser } from '../../auth/users.ts'
import { openSession, type SessionOpening } from './open-session.ts'

/** A signed-in user sets a new password: all sessions end, and the answer opens a new one for this device. */
export function registerChangePassword(
  app: FastifyInstance,
  parts: PasswordCheck & SessionOpening & { standings: Standings },
): void {
  const { accountsDb: db, standings, passwords, audit } = parts

  app.serve(authRoutes.changePassword, async ({ body, caller, request, reply }) => {
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
