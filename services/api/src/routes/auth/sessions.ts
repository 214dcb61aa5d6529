import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller, findCaller } from '../../auth/authentication.ts'
import { clearFilesCookie } from '../../auth/files-cookie.ts'
import { endAllSessions, endSession, listSessions } from '../../auth/sessions.ts'
import { findUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

/** Logout, the list of one's sessions, and their end. */
export function registerSessions(app: FastifyInstance, context: Context): void {
  const { accountsDb: db, standings, audit, now } = context

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

  serve(app, context, authRoutes.logout, async ({ request, reply }) => {
    clearFilesCookie(context, reply)
    // a client that was offline may end its session late, when the token is not valid any more
    const caller = await findCaller(context, request)
    if (caller?.sessionId) await end(caller, caller.sessionId, 'signed-out')
    return undefined
  })

  serve(app, context, authRoutes.listSessions, ({ caller }) =>
    listSessions(db, caller.userId, caller.sessionId, now()),
  )

  serve(app, context, authRoutes.endSession, async ({ params, caller }) => {
    if (!(await end(caller, params.id, 'session-ended'))) throw new AppError('not-found')
    return undefined
  })

  serve(app, context, authRoutes.signOutEverywhere, async ({ caller, reply }) => {
    await endAll(caller.userId, caller)
    clearFilesCookie(context, reply)
    return undefined
  })

  serve(app, context, authRoutes.endUserSessions, async ({ params, caller }) => {
    if (!(await findUser(db, params.id))) throw new AppError('not-found')
    await endAll(params.id, caller)
    return undefined
  })
}
