import { operationsNowRoutes } from '@jaanch/contracts/http/operations/now'
import { declareRestored } from '@jaanch/operations/declare-restored'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import type { Standings } from '../../auth/standings.ts'
import type { Operations } from '../../read-models/operations/operations.ts'

type Parts = {
  operations: Operations
  operationsDb: pg.Pool
  standings: Standings
  erasureLedger: ErasureLedger
}

/** The state of the whole, and the declaration that the database was restored. */
export function registerNow(
  app: FastifyInstance,
  { operations, erasureLedger, operationsDb, standings }: Parts,
): void {
  app.serve(operationsNowRoutes.getOperations, () => operations.read())

  app.serve(operationsNowRoutes.declareRestored, async ({ body, caller }) => {
    const { reason, epoch: previous } = body
    const ledger = await erasureLedger.read()
    const { epoch } = await declareRestored(operationsDb, actorOf(caller), {
      reason,
      previous,
      ledger,
    })
    standings.invalidate()
    return { epoch }
  })
}
