import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Operations } from '../../read-models/operations/operations.ts'
import { registerDeadLetters } from './dead-letters.ts'
import { registerGetOperations } from './get-operations.ts'
import { registerGetEvent, registerGetHistory, registerGetTrace, registerListEvents } from './list-events.ts'
import { registerMessages } from './messages.ts'
import { type QueuesParts, registerQueues } from './queues/queues.ts'
import { registerDeclareRestored, registerRefold, registerRuns } from './runs.ts'
import { registerRewinds, registerWork } from './work.ts'

type Parts = QueuesParts & {
  operationsDb: pg.Pool
  operations: Operations
  modelVersion: number
  erasureLedger: ErasureLedger
}

/** The calls of the page of the operators; queries and operations are in packages/operations, which the terminal uses too. */
export function registerOperationsRoutes(app: FastifyInstance, parts: Parts): void {
  registerGetOperations(app, parts)
  registerListEvents(app, parts)
  registerGetEvent(app, parts)
  registerGetTrace(app, parts)
  registerDeclareRestored(app, parts)
  registerGetHistory(app, parts)
  registerRefold(app, parts)
  registerWork(app, parts)
  registerDeadLetters(app, parts)
  registerRewinds(app, parts)
  registerMessages(app, parts)
  registerQueues(app, parts)
  registerRuns(app, parts)
}
