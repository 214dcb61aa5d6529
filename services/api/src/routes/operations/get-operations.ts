import { operationsNowRoutes } from '@jaanch/contracts/http/operations/now'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerGetOperations(app: FastifyInstance, context: Context): void {
  serve(app, context, operationsNowRoutes.getOperations, () => context.operations.read())
}
