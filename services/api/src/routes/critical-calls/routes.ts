import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { Reads } from '../../reads/read-tables.ts'
import type { BookingLog } from '../bookings/command-booking.ts'
import { registerListCriticalCalls } from './list-calls.ts'
import { registerRecordAttempt } from './record-attempt.ts'

export function registerCriticalCallRoutes(
  app: FastifyInstance,
  parts: BookingLog & Reads & { db: DatabasePool; audit: Audit; modelVersion: number },
): void {
  registerListCriticalCalls(app, parts)
  registerRecordAttempt(app, parts)
}
