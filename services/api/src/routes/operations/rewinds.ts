import { operationsWorkRoutes } from '@jaanch/contracts/http/operations/work'
import { recordOperation } from '@jaanch/operations/record-operation'
import { previewRewind, rewindConsumer } from '@jaanch/operations/rewind-consumer'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerRewinds(app: FastifyInstance, context: Context): void {
  const { operationsDb: db } = context

  serve(app, context, operationsWorkRoutes.previewRewind, ({ params, query }) =>
    previewRewind(db, params.id, query.to),
  )

  serve(app, context, operationsWorkRoutes.rewindConsumer, async ({ params, body, caller }) => {
    const { to, reason } = body
    await recordOperation(db, actorOf(caller), 'consumer rewind', { consumer: params.id, to })
    return { from: await rewindConsumer(db, params.id, { to, reason, operator: actorOf(caller) }) }
  })
}
