import type { Audit } from '@jaanch/account/audit/audit'
import { actorOf } from '@jaanch/contracts/caller'
import type { Downloads } from '@jaanch/platform/files/send-file'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { Limits } from '@jaanch/platform/limits/limits'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { Reads } from '@jaanch/platform/reads/read-tables'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import { bookingCalls } from './api.ts'
import {
  registerAssignLab,
  registerAutomaticAssignment,
  registerDeclineAssignment,
} from './assignment/assign-lab.ts'
import { createRanking } from './assignment/ranking.ts'
import { registerSuggestions } from './assignment/suggestions.ts'
import { registerSnoozeAttention } from './attention/snooze-attention.ts'
import { registerGetCalendar, registerGetSchedule } from './calendar/get-calendar.ts'
import { registerChangeStatus } from './change-status.ts'
import { type BookingLog, viewBooking } from './command-booking.ts'
import { registerGetRepeat } from './get-repeat.ts'
import { registerListBookings } from './list/list-bookings.ts'
import { createOrderLookUp } from './look-up-order.ts'
import { placeBooking } from './place-booking.ts'
import { createRequestPlaces, type PlacesNeeds } from './places/take-place.ts'
import { registerConfirmOrder } from './prescriptions/confirm-order.ts'
import { proposeOrder } from './prescriptions/propose-order.ts'
import { registerGetReceipt } from './receipt/get-receipt.ts'
import { registerMoveVisit } from './visit/move-visit.ts'

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
  app.serve(bookingCalls.placeBooking, async (call) => {
    const { params, body, caller, idempotencyKey, request } = call
    const asked = { idempotencyKey, actor: actorOf(caller), requestId: request.id }
    return 'prescriptionId' in body
      ? proposeOrder(services, { ...asked, params, caller, body })
      : placeBooking(services, { ...asked, customerId: caller.userId, body })
  })
}
