import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { authRoutes, type UserView } from '@jaanch/contracts/http/auth'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { userRoutes } from '@jaanch/contracts/http/users'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import { istDate } from '@jaanch/domain/calendar'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import { findUser, presentUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { serve } from '../../http/serve.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { listUsers } from './list-users.ts'

const ownRow = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
})
const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export function serveUsers(app: FastifyInstance, context: Context): void {
  const { db, now } = context

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
    if (given.dateOfBirth && given.dateOfBirth > istDate(now())) {
      throw new AppError('invalid', 'The date of birth lies in the future.')
    }
    return db.transaction(async (tx) => {
      const is = await tx.maybeOne(sql.type(ownRow)`
        select name, phone, date_of_birth as "dateOfBirth", gender from users where id = ${caller.userId} for update`)
      if (!is) throw new AppError('not-signed-in')
      const wanted = {
        name: given.name ?? is.name,
        phone: given.phone === undefined ? is.phone : given.phone,
        dateOfBirth: given.dateOfBirth === undefined ? is.dateOfBirth : given.dateOfBirth,
        gender: given.gender === undefined ? is.gender : given.gender,
      }
      if (JSON.stringify(wanted) === JSON.stringify(is)) return
      await tx.query(sql.unsafe`
        update users set name = ${wanted.name}, phone = ${wanted.phone}, date_of_birth = ${wanted.dateOfBirth},
               gender = ${wanted.gender}
         where id = ${caller.userId}`)
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
