import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { authRoutes, type UserView } from '@jaanch/contracts/http/auth'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { userRoutes } from '@jaanch/contracts/http/users'
import { roles } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { serve } from '../../http/serve.ts'
import { actorOf, type Caller } from '../../plugins/authentication.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { findUser, presentUser } from '../auth/users.ts'
import { listUsers } from './listing.ts'

const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export function serveUsers(app: FastifyInstance, context: Context): void {
  const { db } = context

  async function viewOf(userId: string): Promise<UserView> {
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  }

  serve(app, context, authRoutes.getMe, ({ caller }) => viewOf(caller.userId))

  serve(app, context, userRoutes.changeMe, async ({ body, caller, request }) => {
    await change(caller, body, request.id)
    return viewOf(caller.userId)
  })

  /** Changes what was given, unless it is so already. */
  function change(caller: Caller, given: BodyOf<typeof userRoutes.changeMe>, requestId: string) {
    const name = given.name ?? null
    const hasPhone = given.phone !== undefined
    const phone = given.phone ?? null
    return db.transaction(async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update users set name = coalesce(${name}, name), phone = case when ${hasPhone} then ${phone} else phone end
         where id = ${caller.userId}
           and (name <> coalesce(${name}, name) or (${hasPhone} and phone is distinct from ${phone}))`)
      if (rowCount === 0) return
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('user', caller.userId),
        expected: 'any',
        events: [{ type: 'PersonChanged', data: { userId: caller.userId } }],
        actor: actorOf(caller),
        correlationId: requestId,
      })
    })
  }

  serve(app, context, userRoutes.countUsers, async () => {
    const rows = await db.any(sql.type(roleCount)`select role, count(*) as n from users group by role`)
    const counts = new Map(rows.map(({ role, n }) => [role, n]))
    return {
      customer: counts.get('customer') ?? 0,
      'lab-partner': counts.get('lab-partner') ?? 0,
      admin: counts.get('admin') ?? 0,
    }
  })

  serve(app, context, authRoutes.listUsers, async ({ query, request, reply }) => {
    const rows = await listUsers(db, query, decodeCursor(query.cursor))
    const last = rows.at(-1)
    if (last && rows.length === query.limit) linkNext(request, reply, { at: last.key_at, id: last.id })
    return rows.map(presentUser)
  })
}
