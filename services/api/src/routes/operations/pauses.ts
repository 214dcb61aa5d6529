import { operationsPauseRoutes } from '@jaanch/contracts/http/operations/pauses'
import { continuePaused, pause, readPauses } from '@jaanch/operations/pauses'
import { recordOperation } from '@jaanch/operations/record-operation'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import { namesOf } from './names-of.ts'

/** Each change is in the audit trail before it is tried; the pause holds who stopped what, and the reason. */
export function registerPauses(app: FastifyInstance, { operationsDb: db }: { operationsDb: pg.Pool }): void {
  app.serve(operationsPauseRoutes.listPauses, async () => {
    const pauses = await readPauses(db)
    const names = await namesOf(
      db,
      pauses.map(({ by }) => by),
    )
    return pauses.map(({ since, ...found }) => ({
      ...found,
      byName: names.get(found.by) ?? null,
      since: since.toISOString(),
    }))
  })

  app.serve(operationsPauseRoutes.pause, async ({ params, body, caller }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'pause', { name: params.id })
    await pause(db, params.id, { reason: body.reason, operator })
    return undefined
  })

  app.serve(operationsPauseRoutes.continuePaused, async ({ params, caller }) => {
    await recordOperation(db, actorOf(caller), 'continue', { name: params.id })
    await continuePaused(db, params.id, actorOf(caller))
    return undefined
  })
}
