import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Limits } from '../../limits/limits.ts'
import { registerAddresses } from './addresses.ts'
import { registerFamilyMembers } from './family-members.ts'

export function registerPeopleRoutes(
  app: FastifyInstance,
  parts: { db: DatabasePool; limits: Limits; now: () => Date },
): void {
  registerFamilyMembers(app, parts)
  registerAddresses(app, parts)
}
