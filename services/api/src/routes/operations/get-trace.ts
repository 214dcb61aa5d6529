import { operationsTraceRoutes } from '@jaanch/contracts/http/operations/trace'
import { findTrace } from '@jaanch/operations/trace/find-trace'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { presentSteps } from './present-event.ts'

export function registerGetTrace(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsTraceRoutes.getTrace, async ({ query }) => {
    const { kind, id, steps } = await findTrace(operationsDb, query.of)
    return { kind, id, steps: presentSteps(steps) }
  })
}
