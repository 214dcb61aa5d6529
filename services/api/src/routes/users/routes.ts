import { AppError } from '@jaanch/contracts/errors'
import { authRoutes, type UserView } from '@jaanch/contracts/http/auth'
import { userRoutes } from '@jaanch/contracts/http/users'
import { roles } from '@jaanch/contracts/vocabulary'
import type { Log } from '@jaanch/platform/logging'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import type { ContactCodes } from '../../auth/contact-codes.ts'
import type { Standings } from '../../auth/standings.ts'
import { findUser, presentUser } from '../../auth/users.ts'
import { takePlace } from '../../http/request-gates.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'
import { changeProfile } from './change-profile.ts'
import { registerChangeStaffRole } from './change-staff-role.ts'
import { registerChangeStanding } from './change-standing.ts'
import { registerContacts } from './contacts.ts'
import { findOrderers, listUsers, mayEndOrderNumber } from './list-users.ts'
import { registerSavedViews } from './saved-views.ts'

type Parts = Reads & {
  db: DatabasePool
  accountsDb: DatabasePool
  logDb: pg.Pool
  standings: Standings
  audit: Audit
  contactCodes: ContactCodes
  erasureLedger: ErasureLedger
  rateLimits: RateLimits
  log: Log
  now: () => Date
}

const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export function registerUserRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts
  registerContacts(app, parts)
  registerChangeStanding(app, parts)
  registerChangeStaffRole(app, parts)
  registerSavedViews(app, parts)

  async function readUser(userId: string): Promise<UserView> {
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  }

  app.serve(authRoutes.getMe, ({ caller }) => readUser(caller.userId))

  app.serve(userRoutes.changeMe, async ({ body, caller, request }) => {
    await changeProfile(parts, { caller, changes: body, requestId: request.id })
    return readUser(caller.userId)
  })

  app.serve(userRoutes.countUsers, async () => {
    const rows = await db.any(sql.type(roleCount)`
      select role, sum(n)::bigint as n from user_counts group by role`)
    const counts = new Map(rows.map(({ role, n }) => [role, n]))
    return {
      customer: counts.get('customer') ?? 0,
      'lab-partner': counts.get('lab-partner') ?? 0,
      admin: counts.get('admin') ?? 0,
    }
  })

  app.serveUnplaced(authRoutes.listUsers, async ({ query, caller, request, reply }) => {
    const { q } = query
    const after = decodeCursor(query.cursor)
    let orderers: string[] = []
    if (mayEndOrderNumber(q)) {
      const view = await passBarrier(parts, reply)
      orderers = await findOrderers(view.reads, view, q)
    }
    await takePlace(request)
    const rows = await listUsers(db, query, { after, orderers })
    const last = rows.at(-1)
    if (last && rows.length === query.limit) linkNext(request, reply, { at: last.keyAt, id: last.id })
    // the text is a name or a phone: its length says whether it was a search
    const details = { people: rows.length, searchedCharacters: query.q?.length ?? 0 }
    await parts.audit.record({ action: 'people-listed', actor: actorOf(caller), details })
    return rows.map(presentUser)
  })
}
