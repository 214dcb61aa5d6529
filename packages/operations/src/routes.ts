import { affectedRoutes } from './affected/affected.ts'
import { eventRoutes } from './events/list-events.ts'
import { maintenanceRoutes } from './maintenance/maintenance.ts'
import { copyRoutes } from './now/copies.ts'
import { nowRoutes } from './now/now.ts'
import { openMessageRoutes } from './outbox/open-message.ts'
import { outboxRoutes } from './outbox/outbox.ts'
import { quarantineRoutes } from './quarantine/quarantine.ts'
import { runRoutes } from './runs/runs.ts'
import { settingsRoutes } from './settings/settings.ts'
import { traceRoutes } from './trace/find-trace.ts'
import { deadLetterRoutes } from './work/dead-letters.ts'
import { pauseRoutes } from './work/pauses.ts'
import { queueRoutes } from './work/queue-board.ts'
import { rewindRoutes } from './work/rewind-consumer.ts'
import { workRoutes } from './work/work.ts'

/** The calls of the operators' page. The terminal shares the queries and operations. */
export const operationsRoutes = [
  ...nowRoutes,
  ...copyRoutes,
  ...eventRoutes,
  ...traceRoutes,
  ...workRoutes,
  ...rewindRoutes,
  ...deadLetterRoutes,
  ...pauseRoutes,
  ...queueRoutes,
  ...outboxRoutes,
  ...openMessageRoutes,
  ...maintenanceRoutes,
  ...runRoutes,
  ...settingsRoutes,
  ...affectedRoutes,
  ...quarantineRoutes,
]
