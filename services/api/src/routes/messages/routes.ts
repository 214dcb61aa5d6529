import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { EventLog } from '../../event-log.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerListMessages } from './list-messages.ts'
import { registerSendMessage } from './send-message.ts'

type Parts = EventLog &
  Reads & {
    db: DatabasePool
    audit: Audit
    modelVersion: number
    limits: Limits
    now: () => Date
  }

export function registerMessageRoutes(app: FastifyInstance, parts: Parts): void {
  registerListMessages(app, parts)
  registerSendMessage(app, parts)
}
