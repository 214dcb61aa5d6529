import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerDeadLetters } from './dead-letters.ts'
import { registerDeclareRestored } from './declare-restored.ts'
import { registerGetEvent } from './get-event.ts'
import { registerGetHistory } from './get-history.ts'
import { registerGetOperations } from './get-operations.ts'
import { registerGetTrace } from './get-trace.ts'
import { registerListEvents } from './list-events.ts'
import { registerMessages } from './messages.ts'
import { registerQueues } from './queues/queues.ts'
import { registerRefold } from './refold.ts'
import { registerRewinds } from './rewinds.ts'
import { registerRuns } from './runs.ts'
import { registerWork } from './work.ts'

/** The calls of the page of the operators; queries and operations are in packages/operations, which the terminal uses too. */
export function registerOperationsRoutes(app: FastifyInstance, context: Context): void {
  registerGetOperations(app, context)
  registerListEvents(app, context)
  registerGetEvent(app, context)
  registerGetTrace(app, context)
  registerDeclareRestored(app, context)
  registerGetHistory(app, context)
  registerRefold(app, context)
  registerWork(app, context)
  registerDeadLetters(app, context)
  registerRewinds(app, context)
  registerMessages(app, context)
  registerQueues(app, context)
  registerRuns(app, context)
}
