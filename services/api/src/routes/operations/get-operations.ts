import { operationsNowRoutes } from '@jaanch/contracts/http/operations/now'
import type { FastifyInstance } from 'fastify'
import type { Operations } from '../../read-models/operations/operations.ts'

export function registerGetOperations(
  app: FastifyInstance,
  { operations }: { operations: Operations },
): void {
  app.serve(operationsNowRoutes.getOperations, () => operations.read())
}
