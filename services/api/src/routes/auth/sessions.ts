import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { type Authentication, findCaller } from '../../auth/authentication.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { clearFilesCookie } from '../../auth/files-cookie.ts'
import { endAllSessions, endSession, listSessions } from '../../auth/sessions.ts'
import { findUser } from '../../auth/users.ts'

type Parts = Authentication & { accountsDb: DatabasePool; audit: Audit; publicUrl: string; now: () => Date }

/** Logout, the list of one's sessions, and their end. */
export function registerSessions(app: FastifyInstance, parts: Parts): void {
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

  app.serve(authRoutes.logout, async ({ request, reply }) => {
    clearFilesCookie(parts, reply)
    // a client that was offline may end its session late, when the token is not valid any more
    const caller = await findCaller(parts, request)
    if (caller?.sessionId) await end(caller, caller.sessionId, 'signed-out')
    return undefined
  })

  app.serve(authRoutes.listSessions, ({ caller }) => listSessions(db, caller.userId, caller.sessionId, now()))

  app.serve(authRoutes.endSession, async ({ params, caller }) => {
    if (!(await end(caller, params.id, 'session-ended'))) throw new AppError('not-found')
    return undefined
  })

  app.serve(authRoutes.signOutEverywhere, async ({ caller, reply }) => {
    await endAll(caller.userId, caller)
    clearFilesCookie(parts, reply)
    return undefined
  })

  app.serve(authRoutes.endUserSessions, async ({ params, caller }) => {
    if (!(await findUser(db, params.id))) throw new AppError('not-found')
    await endAll(params.id, caller)
    return undefined
  })
}
