import { AppError } from '@jaanch/contracts/errors'
import { userRoutes } from '@jaanch/contracts/http/users'
import { inTransaction } from '@jaanch/platform/postgres'
import { changeStaffRole } from '@jaanch/storage/staff-roles'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { actorOf } from '../../auth/caller.ts'
import type { Standings } from '../../auth/standings.ts'
import { findUser, presentUser } from '../../auth/users.ts'

type Parts = { accountsDb: DatabasePool; logDb: pg.Pool; standings: Standings }

/** An owner gives an admin a role. Read tables do not contain it: there is no event. */
export function registerChangeStaffRole(app: FastifyInstance, parts: Parts): void {
  app.serve(userRoutes.changeStaffRole, async ({ params, body, caller }) => {
    const change = { userId: params.id, staffRole: body.staffRole, actor: actorOf(caller) }
    const outcome = await inTransaction(parts.logDb, (client) => changeStaffRole(client, change))
    if (outcome === 'not-found' || outcome === 'last-owner') throw new AppError(outcome)
    parts.standings.invalidate(params.id)
    const user = await findUser(parts.accountsDb, params.id)
    if (!user) throw new AppError('not-found')
    return presentUser(user)
  })
}
