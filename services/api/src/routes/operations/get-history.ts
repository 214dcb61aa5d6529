import { operationsHistoryRoutes } from '@jaanch/contracts/http/operations/history'
import { findStream } from '@jaanch/operations/history/find-stream'
import { readHistory } from '@jaanch/operations/history/read-history'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

export function registerGetHistory(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsHistoryRoutes.getHistory, async ({ query: { of, after } }) =>
    readHistory(operationsDb, await findStream(operationsDb, of), after),
  )
}
