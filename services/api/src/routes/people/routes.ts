import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serveAddresses } from './addresses.ts'
import { serveFamilyMembers } from './family-members.ts'

export function registerPeopleRoutes(app: FastifyInstance, context: Context): void {
  serveFamilyMembers(app, context)
  serveAddresses(app, context)
}
