import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import type { Reads } from '../../reads/read-tables.ts'
import type { BookingLog } from '../bookings/command-booking.ts'
import { registerAcceptPayment } from './accept-payment.ts'
import { registerAssignCollector } from './assign-collector.ts'
import { registerCash } from './cash.ts'
import { registerGetApproach } from './get-approach.ts'
import { registerGetPhoneRound } from './get-phone-round.ts'
import { registerGetQuality } from './get-quality.ts'
import { registerListCollectors } from './list-collectors.ts'
import { registerListTubes } from './list-tubes.ts'
import { registerRecordCustody } from './record-custody.ts'

export function registerCustodyRoutes(
  app: FastifyInstance,
  parts: BookingLog &
    Reads & { db: DatabasePool; readPrepared: ReadPrepared; modelVersion: number; audit: Audit },
): void {
  registerRecordCustody(app, parts)
  registerAssignCollector(app, parts)
  registerGetPhoneRound(app, parts)
  registerListCollectors(app, parts)
  registerGetApproach(app, parts)
  registerGetQuality(app, parts)
  registerListTubes(app, parts)
  registerCash(app, parts)
  registerAcceptPayment(app, parts)
}
