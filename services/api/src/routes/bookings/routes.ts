import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { createRanking } from '@jaanch/storage/assignment/ranking'
import type { ReportForecasts } from '@jaanch/storage/report-forecasts'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import type { Bounds } from '../../bounds.ts'
import type { Downloads } from '../../files/send-file.ts'
import type { Limits } from '../../limits/limits.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'
import { createRequestPlaces, type PlacesNeeds } from '../../places/take-place.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerAssignLab, registerAutomaticAssignment, registerDeclineAssignment } from './assign-lab.ts'
import { registerChangeStatus } from './change-status.ts'
import { type BookingLog, viewBooking } from './command-booking.ts'
import { registerConfirmOrder } from './confirm-order.ts'
import { registerGetCalendar, registerGetSchedule } from './get-calendar.ts'
import { registerGetReceipt } from './get-receipt.ts'
import { registerGetRepeat } from './get-repeat.ts'
import { registerGetCollection, registerGetRound } from './get-round.ts'
import { registerListBookings } from './list-bookings.ts'
import { createOrderLookUp } from './look-up-order.ts'
import { registerMoveVisit } from './move-visit.ts'
import { placeBooking } from './place-booking.ts'
import { registerPrintLabels } from './print-labels.ts'
import { proposeOrder } from './propose-order.ts'
import { registerSnoozeAttention } from './snooze-attention.ts'
import { registerSuggestions } from './suggestions.ts'

type Parts = BookingLog &
  PlacesNeeds &
  Reads & {
    db: DatabasePool
    readPrepared: ReadPrepared
    reportForecasts: ReportForecasts
    limits: Limits
    rateLimits: RateLimits
    audit: Audit
    modelVersion: number
    publicUrl: string
    downloads: Downloads['downloads']
    bounds: Bounds
    operator: Record<string, string | undefined>
  }

export function registerBookingRoutes(app: FastifyInstance, parts: Parts): void {
  registerListBookings(app, parts)
  registerPlacing(app, parts)
  registerChangeStatus(app, parts)
  registerConfirmOrder(app, parts)
  const ranking = createRanking(parts.logDb)
  registerAssignLab(app, parts, ranking)
  registerDeclineAssignment(app, parts)
  registerSuggestions(app, parts, ranking)
  registerAutomaticAssignment(app, parts)
  registerGetCollection(app, parts)
  registerGetRound(app, parts)
  registerPrintLabels(app, parts)
  registerMoveVisit(app, parts)
  registerGetSchedule(app, parts)
  registerSnoozeAttention(app, parts)
  registerGetCalendar(app, parts)
  registerGetReceipt(app, parts)
  registerGetRepeat(app, parts)
}

/** A customer's booking and an admin's order are the same call: which one it is, the schema of the caller's role has decided. */
function registerPlacing(app: FastifyInstance, parts: Parts): void {
  const { appender, logDb: pool, db, now, limits, rateLimits } = parts
  const services = {
    ...{ appender, pool, db, now, limits },
    countBooking: (customerId: string) => rateLimits.count('bookings', customerId),
    lookUp: createOrderLookUp(parts),
    viewBooking: viewBooking.bind(null, parts),
    createPlaces: () => createRequestPlaces(parts),
  }
  app.serve(bookingRoutes.placeBooking, async (call) => {
    const { params, body, caller, idempotencyKey, request } = call
    const asked = { idempotencyKey, actor: actorOf(caller), requestId: request.id }
    return 'prescriptionId' in body
      ? proposeOrder(services, { ...asked, params, caller, body })
      : placeBooking(services, { ...asked, customerId: caller.userId, body })
  })
}
