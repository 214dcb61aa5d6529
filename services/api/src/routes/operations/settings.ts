import { operationsSettingsRoutes } from '@jaanch/contracts/http/operations/settings'
import { readSettings } from '@jaanch/operations/settings/read-settings'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

/** Which settings the running processes have. */
export function registerSettings(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsSettingsRoutes.getSettings, () => readSettings(operationsDb))
}
