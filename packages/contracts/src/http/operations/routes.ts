import { operationsAffectedRoutes } from './affected.ts'
import { operationsEventRoutes, operationsTraceRoutes } from './events.ts'
import { operationsHistoryRoutes } from './history.ts'
import { operationsMessagesRoutes } from './messages.ts'
import { operationsNowRoutes, operationsQueuesRoutes } from './now.ts'
import { operationsQuarantineRoutes } from './quarantine.ts'
import { operationsRunRoutes } from './runs.ts'
import { operationsSettingsRoutes } from './settings.ts'
import { operationsPauseRoutes, operationsWorkRoutes } from './work.ts'

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
