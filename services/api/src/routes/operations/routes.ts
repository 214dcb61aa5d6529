import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Maintenance } from '../../read-models/maintenance.ts'
import type { Operations } from '../../read-models/operations/operations.ts'
import { registerAffected } from './affected.ts'
import { registerDeadLetters } from './dead-letters.ts'
import { registerEvents } from './events.ts'
import { registerHistory } from './history.ts'
import { registerMaintenance } from './maintenance.ts'
import { registerMessages } from './messages.ts'
import { registerNow } from './now.ts'
import { registerPauses } from './pauses.ts'
import { registerQuarantine } from './quarantine.ts'
import { type QueuesParts, registerQueues } from './queues/queues.ts'
import { registerRuns } from './runs.ts'
import { registerSettings } from './settings.ts'
import { registerWork } from './work.ts'

type Parts = QueuesParts & {
  operationsDb: pg.Pool
  operations: Operations
  maintenance: Maintenance
  modelVersion: number
  erasureLedger: ErasureLedger
}

/** The calls of the operators' page. The terminal shares the queries and operations of packages/operations. */
export function registerOperationsRoutes(app: FastifyInstance, parts: Parts): void {
  registerNow(app, parts)
  registerEvents(app, parts)
  registerHistory(app, parts)
  registerWork(app, parts)
  registerDeadLetters(app, parts)
  registerMessages(app, parts)
  registerPauses(app, parts)
  registerMaintenance(app, parts)
  registerQueues(app, parts)
  registerRuns(app, parts)
  registerSettings(app, parts)
  registerAffected(app, parts)
  registerQuarantine(app, parts)
}
