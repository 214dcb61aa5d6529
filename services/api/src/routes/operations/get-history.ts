import { operationsHistoryRoutes } from '@jaanch/contracts/http/operations/history'
import { findStream } from '@jaanch/operations/history/find-stream'
import { readHistory } from '@jaanch/operations/history/read-history'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerGetHistory(app: FastifyInstance, context: Context): void {
  const { operationsDb } = context
  serve(app, context, operationsHistoryRoutes.getHistory, async ({ query: { of, after } }) =>
    readHistory(operationsDb, await findStream(operationsDb, of), after),
  )
}
