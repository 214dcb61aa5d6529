import { maintenanceRoutes } from '@jaanch/contracts/http/maintenance'
import { clearMaintenance, setMaintenance } from '@jaanch/operations/maintenance'
import { recordOperation } from '@jaanch/operations/record-operation'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import type { Maintenance } from '../../read-models/maintenance.ts'

type Parts = { operationsDb: pg.Pool; maintenance: Maintenance }

/** Each change is in the audit trail before it is tried; the notice holds who set and cleared it. */
export function registerMaintenance(app: FastifyInstance, { operationsDb: db, maintenance }: Parts): void {
  app.serve(maintenanceRoutes.getMaintenance, async () => maintenance.current())

  app.serve(maintenanceRoutes.setMaintenance, async ({ body, caller }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'notice set')
    const notice = await setMaintenance(db, body, operator)
    return { notice }
  })

  app.serve(maintenanceRoutes.clearMaintenance, async ({ body, caller }) => {
    await recordOperation(db, actorOf(caller), 'notice clear', { id: body.id })
    await clearMaintenance(db, body.id, actorOf(caller))
    return undefined
  })
}
