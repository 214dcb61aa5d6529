import type { FastifyInstance } from 'fastify'
import { registerChangeReminderSettings } from './change-settings.ts'
import { registerListDueTests } from './list-due-tests.ts'
import type { PersonParts } from './measured-person.ts'

export function registerHealthReminderRoutes(app: FastifyInstance, parts: PersonParts): void {
  registerListDueTests(app, parts)
  registerChangeReminderSettings(app, parts)
}
