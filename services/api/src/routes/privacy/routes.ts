import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerConsents } from './consents.ts'
import { registerEraseAccount } from './erase-account.ts'
import { registerExportPerson } from './export-person.ts'

export function registerPrivacyRoutes(app: FastifyInstance, context: Context): void {
  registerConsents(app, context)
  registerEraseAccount(app, context)
  registerExportPerson(app, context)
}
