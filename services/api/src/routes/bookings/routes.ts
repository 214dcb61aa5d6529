import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerChangeStatus } from './change-status.ts'
import { registerGetCollection } from './get-collection.ts'
import { registerListBookings } from './list-bookings.ts'
import { registerPlaceBooking } from './place-booking.ts'

export function registerBookingRoutes(app: FastifyInstance, context: Context): void {
  registerListBookings(app, context)
  registerPlaceBooking(app, context)
  registerChangeStatus(app, context)
  registerGetCollection(app, context)
}
