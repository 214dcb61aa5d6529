import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Reads } from '../../reads/read-tables.ts'
import { registerChangePreferences } from './change-preferences.ts'
import { registerListNotifications } from './list-notifications.ts'

export function registerNotificationRoutes(app: FastifyInstance, parts: Reads & { db: DatabasePool }): void {
  registerListNotifications(app, parts)
  registerChangePreferences(app, parts)
}
