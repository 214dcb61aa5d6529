import { operationsHistoryRoutes } from '@jaanch/contracts/http/operations/history'
import { findStream } from '@jaanch/operations/history/find-stream'
import { compareWithFold, refold } from '@jaanch/operations/history/refold'
import { recordOperation } from '@jaanch/operations/record-operation'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerRefold(app: FastifyInstance, context: Context): void {
  const { operationsDb, modelVersion } = context

  serve(app, context, operationsHistoryRoutes.getRefold, async ({ query: { of } }) =>
    compareWithFold(operationsDb, await findStream(operationsDb, of), modelVersion),
  )

  serve(app, context, operationsHistoryRoutes.refold, async ({ body, caller }) => {
    const stream = await findStream(operationsDb, body.of)
    const operator = actorOf(caller)
    await recordOperation(operationsDb, operator, 'refold', { stream })
    return refold(operationsDb, stream, { reason: body.reason, operator, version: modelVersion })
  })
}
