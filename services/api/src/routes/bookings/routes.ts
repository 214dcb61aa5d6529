import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { createRanking } from '@jaanch/storage/assignment/ranking'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { createRequestPlaces } from '../../places/take-place.ts'
import { registerAssignLab } from './assign-lab.ts'
import { registerAutomaticAssignment } from './automatic-assignment.ts'
import { registerChangeStatus } from './change-status.ts'
import { viewBooking } from './command-booking.ts'
import { registerConfirmOrder } from './confirm-order.ts'
import { registerGetCalendar } from './get-calendar.ts'
import { registerGetCollection } from './get-collection.ts'
import { registerGetSchedule } from './get-schedule.ts'
import { registerListBookings } from './list-bookings.ts'
import { createOrderLookUp } from './look-up-order.ts'
import { registerMoveVisit } from './move-visit.ts'
import { placeBooking } from './place-booking.ts'
import { proposeOrder } from './propose-order.ts'
import { registerSuggestions } from './suggestions.ts'

export function registerBookingRoutes(app: FastifyInstance, context: Context): void {
  registerListBookings(app, context)
  registerPlacing(app, context)
  registerChangeStatus(app, context)
  registerConfirmOrder(app, context)
  const ranking = createRanking(context.logDb)
  registerAssignLab(app, context, ranking)
  registerSuggestions(app, context, ranking)
  registerAutomaticAssignment(app, context)
  registerGetCollection(app, context)
  registerMoveVisit(app, context)
  registerGetSchedule(app, context)
  registerGetCalendar(app, context)
}

/** A customer's booking and an admin's order are the same call: which one it is, the schema of the caller's role has decided. */
function registerPlacing(app: FastifyInstance, context: Context): void {
  const { appender, logDb: pool, db, now, limits, rateLimits } = context
  const services = {
    ...{ appender, pool, db, now, limits },
    countBooking: (customerId: string) => rateLimits.count('bookings', customerId),
    lookUp: createOrderLookUp(context),
    viewBooking: viewBooking.bind(null, context),
    createPlaces: () => createRequestPlaces(context),
  }
  app.serve(bookingRoutes.placeBooking, async (call) => {
    const { params, body, caller, idempotencyKey, request } = call
    const asked = { idempotencyKey, actor: actorOf(caller), requestId: request.id }
    return 'prescriptionId' in body
      ? proposeOrder(services, { ...asked, params, caller, body })
      : placeBooking(services, { ...asked, customerId: caller.userId, body })
  })
}
