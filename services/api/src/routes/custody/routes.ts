import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { ReadPrepared } from '../../reads/prepared.ts'
import type { BookingLog } from '../bookings/command-booking.ts'
import { registerAssignCollector } from './assign-collector.ts'
import { registerRecordCustody } from './record-custody.ts'

export function registerCustodyRoutes(
  app: FastifyInstance,
  parts: BookingLog & { db: DatabasePool; readPrepared: ReadPrepared; modelVersion: number },
): void {
  registerRecordCustody(app, parts)
  registerAssignCollector(app, parts)
}
