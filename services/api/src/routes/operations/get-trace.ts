import { operationsTraceRoutes } from '@jaanch/contracts/http/operations/trace'
import { findTrace } from '@jaanch/operations/trace/find-trace'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { presentSteps } from './present-event.ts'

export function registerGetTrace(app: FastifyInstance, context: Context): void {
  serve(app, context, operationsTraceRoutes.getTrace, async ({ query }) => {
    const { kind, id, steps } = await findTrace(context.operationsDb, query.of)
    return { kind, id, steps: presentSteps(steps) }
  })
}
