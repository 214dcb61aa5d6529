import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerEditPackages } from './edit-packages.ts'
import { registerListPackages } from './list-packages.ts'

export function registerPackageRoutes(app: FastifyInstance, context: Context): void {
  registerListPackages(app, context)
  registerEditPackages(app, context)
}
