import { operationsNowRoutes } from '@jaanch/contracts/http/operations/now'
import { readStatus } from '@jaanch/operations/status'
import { inTransaction } from '@jaanch/platform/postgres'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerGetOperations(app: FastifyInstance, context: Context): void {
  serve(app, context, operationsNowRoutes.getOperations, async () => {
    // readers progress between two queries: without a snapshot one could appear to be beyond the head
    const { head } = await inTransaction(
      context.operationsDb,
      readStatus,
      'begin isolation level repeatable read, read only',
    )
    return { at: context.now().toISOString(), head }
  })
}
