import { operationsWorkRoutes } from '@jaanch/contracts/http/operations/work'
import { recordOperation } from '@jaanch/operations/record-operation'
import { previewRewind, rewindConsumer } from '@jaanch/operations/rewind-consumer'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'

export function registerRewinds(app: FastifyInstance, { operationsDb: db }: { operationsDb: pg.Pool }): void {
  app.serve(operationsWorkRoutes.previewRewind, ({ params, query }) => previewRewind(db, params.id, query.to))

  app.serve(operationsWorkRoutes.rewindConsumer, async ({ params, body, caller }) => {
    const { to, reason } = body
    await recordOperation(db, actorOf(caller), 'consumer rewind', { consumer: params.id, to })
    return { from: await rewindConsumer(db, params.id, { to, reason, operator: actorOf(caller) }) }
  })
}
