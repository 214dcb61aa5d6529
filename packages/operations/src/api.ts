import { operationsAffectedCalls } from './api/affected.ts'
import { operationsEventCalls, operationsTraceCalls } from './api/events.ts'
import { operationsHistoryCalls } from './api/history.ts'
import { operationsMessagesCalls } from './api/messages.ts'
import { operationsNowCalls, operationsQueuesCalls } from './api/now.ts'
import { operationsQuarantineCalls } from './api/quarantine.ts'
import { operationsRunCalls } from './api/runs.ts'
import { operationsSettingsCalls } from './api/settings.ts'
import { operationsPauseCalls, operationsWorkCalls } from './api/work.ts'

/** The calls of the operators' page. Admins only. */
export const operationsCalls = {
  ...operationsNowCalls,
  ...operationsEventCalls,
  ...operationsTraceCalls,
  ...operationsHistoryCalls,
  ...operationsWorkCalls,
  ...operationsMessagesCalls,
  ...operationsPauseCalls,
  ...operationsQueuesCalls,
  ...operationsRunCalls,
  ...operationsSettingsCalls,
  ...operationsAffectedCalls,
  ...operationsQuarantineCalls,
}
