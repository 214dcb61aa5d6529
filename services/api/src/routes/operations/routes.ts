import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerGetOperations } from './get-operations.ts'

/** The calls of the page of the operators; queries and operations are in packages/operations, which the terminal uses too. */
export function registerOperationsRoutes(app: FastifyInstance, context: Context): void {
  registerGetOperations(app, context)
}
