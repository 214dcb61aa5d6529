import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerChangePreferences } from './change-preferences.ts'
import { registerListNotifications } from './list-notifications.ts'

export function registerNotificationRoutes(app: FastifyInstance, context: Context): void {
  registerListNotifications(app, context)
  registerChangePreferences(app, context)
}
