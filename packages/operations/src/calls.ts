import { operationsAffectedCalls } from './affected/api.ts'
import { operationsEventCalls, operationsTraceCalls } from './events/api.ts'
import { healthCalls } from './health-api.ts'
import { maintenanceCalls } from './maintenance/api.ts'
import { operationsNowCalls, operationsQueuesCalls } from './now/api.ts'
import { operationsMessagesCalls } from './outbox/api.ts'
import { operationsQuarantineCalls } from './quarantine/api.ts'
import { operationsRunCalls } from './runs/api.ts'
import { operationsSettingsCalls } from './settings/api.ts'
import { operationsPauseCalls, operationsWorkCalls } from './work/api.ts'

export const operationsCalls = {
  ...healthCalls,
  ...maintenanceCalls,
  ...operationsNowCalls,
  ...operationsEventCalls,
  ...operationsTraceCalls,
  ...operationsWorkCalls,
  ...operationsMessagesCalls,
  ...operationsPauseCalls,
  ...operationsQueuesCalls,
  ...operationsRunCalls,
  ...operationsSettingsCalls,
  ...operationsAffectedCalls,
  ...operationsQuarantineCalls,
}
