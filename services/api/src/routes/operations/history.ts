import { operationsHistoryRoutes } from '@jaanch/contracts/http/operations/history'
import { findStream } from '@jaanch/operations/history/find-stream'
import { readHistory } from '@jaanch/operations/history/read-history'
import { compareWithFold, refold } from '@jaanch/operations/history/refold'
import { recordOperation } from '@jaanch/operations/record-operation'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'

/** The history of one stream, and the mending of its rows from it. */
export function registerHistory(
  app: FastifyInstance,
  { operationsDb, modelVersion }: { operationsDb: pg.Pool; modelVersion: number },
): void {
  app.serve(operationsHistoryRoutes.getHistory, async ({ query: { of, after } }) =>
    readHistory(operationsDb, await findStream(operationsDb, of), after),
  )

  app.serve(operationsHistoryRoutes.getRefold, async ({ query: { of } }) =>
    compareWithFold(operationsDb, await findStream(operationsDb, of), modelVersion),
  )

  app.serve(operationsHistoryRoutes.refold, async ({ body, caller }) => {
    const stream = await findStream(operationsDb, body.of)
    const operator = actorOf(caller)
    await recordOperation(operationsDb, operator, 'refold', { stream })
    return refold(operationsDb, stream, { reason: body.reason, operator, version: modelVersion })
  })
}
