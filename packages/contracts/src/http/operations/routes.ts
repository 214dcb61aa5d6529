import { operationsEventRoutes } from './events.ts'
import { operationsHistoryRoutes } from './history.ts'
import { operationsNowRoutes } from './now.ts'
import { operationsTraceRoutes } from './trace.ts'

/** The calls of the page of the operators. Admins only. */
export const operationsRoutes = {
  ...operationsNowRoutes,
  ...operationsEventRoutes,
  ...operationsTraceRoutes,
  ...operationsHistoryRoutes,
}
