import { AppError } from '@jaanch/contracts/errors'
import { authRoutes, type UserView } from '@jaanch/contracts/http/auth'
import { userRoutes } from '@jaanch/contracts/http/users'
import { roles } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { actorOf } from '../../auth/authentication.ts'
import { findUser, presentUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { changeProfile } from './change-profile.ts'
import { registerChangeStanding } from './change-standing.ts'
import { registerContacts } from './contacts.ts'
import { listUsers } from './list-users.ts'

const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export function registerUserRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  registerContacts(app, context)
  registerChangeStanding(app, context)

  async function readUser(userId: string): Promise<UserView> {
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  }

  serve(app, context, authRoutes.getMe, ({ caller }) => readUser(caller.userId))

  serve(app, context, userRoutes.changeMe, async ({ body, caller, request }) => {
    await changeProfile(context, { caller, changes: body, requestId: request.id })
    return readUser(caller.userId)
  })

  serve(app, context, userRoutes.countUsers, async () => {
    const rows = await db.any(sql.type(roleCount)`
      select role, sum(n)::bigint as n from user_counts group by role`)
    const counts = new Map(rows.map(({ role, n }) => [role, n]))
    return {
      customer: counts.get('customer') ?? 0,
      'lab-partner': counts.get('lab-partner') ?? 0,
      admin: counts.get('admin') ?? 0,
    }
  })

  serve(app, context, authRoutes.listUsers, async ({ query, caller, request, reply }) => {
    const rows = await listUsers(db, query, decodeCursor(query.cursor))
    const last = rows.at(-1)
    if (last && rows.length === query.limit) linkNext(request, reply, { at: last.keyAt, id: last.id })
    // the text is a name or a phone: its length says whether it was a search
    const details = { people: rows.length, searchedCharacters: query.q?.length ?? 0 }
    await context.audit.record({ action: 'people-listed', actor: actorOf(caller), details })
    return rows.map(presentUser)
  })
}
