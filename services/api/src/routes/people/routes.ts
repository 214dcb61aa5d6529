import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerAddresses } from './addresses.ts'
import { registerFamilyMembers } from './family-members.ts'

export function registerPeopleRoutes(app: FastifyInstance, context: Context): void {
  registerFamilyMembers(app, context)
  registerAddresses(app, context)
}
