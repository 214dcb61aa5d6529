import { operationsAffectedRoutes } from './api/affected.ts'
import { operationsEventRoutes, operationsTraceRoutes } from './api/events.ts'
import { operationsHistoryRoutes } from './api/history.ts'
import { operationsMessagesRoutes } from './api/messages.ts'
import { operationsNowRoutes, operationsQueuesRoutes } from './api/now.ts'
import { operationsQuarantineRoutes } from './api/quarantine.ts'
import { operationsRunRoutes } from './api/runs.ts'
import { operationsSettingsRoutes } from './api/settings.ts'
import { operationsPauseRoutes, operationsWorkRoutes } from './api/work.ts'

/** The calls of the operators' page. Admins only. */
export const operationsRoutes = {
  ...operationsNowRoutes,
  ...operationsEventRoutes,
  ...operationsTraceRoutes,
  ...operationsHistoryRoutes,
  ...operationsWorkRoutes,
  ...operationsMessagesRoutes,
  ...operationsPauseRoutes,
  ...operationsQueuesRoutes,
  ...operationsRunRoutes,
  ...operationsSettingsRoutes,
  ...operationsAffectedRoutes,
  ...operationsQuarantineRoutes,
}
