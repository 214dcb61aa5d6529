import { operationsAffectedRoutes } from './affected.ts'
import { operationsEventRoutes } from './events.ts'
import { operationsHistoryRoutes } from './history.ts'
import { operationsMessagesRoutes } from './messages.ts'
import { operationsNowRoutes } from './now.ts'
import { operationsPauseRoutes } from './pauses.ts'
import { operationsQuarantineRoutes } from './quarantine.ts'
import { operationsQueuesRoutes } from './queues.ts'
import { operationsRunRoutes } from './runs.ts'
import { operationsSettingsRoutes } from './settings.ts'
import { operationsTraceRoutes } from './trace.ts'
import { operationsWorkRoutes } from './work.ts'

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
