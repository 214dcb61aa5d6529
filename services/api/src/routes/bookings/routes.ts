import { createRanking } from '@jaanch/storage/assignment/ranking'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerAssignLab } from './assign-lab.ts'
import { registerAutomaticAssignment } from './automatic-assignment.ts'
import { registerChangeStatus } from './change-status.ts'
import { registerGetCalendar } from './get-calendar.ts'
import { registerGetCollection } from './get-collection.ts'
import { registerGetSchedule } from './get-schedule.ts'
import { registerListBookings } from './list-bookings.ts'
import { registerPlaceBooking } from './place-booking.ts'
import { registerReschedule } from './reschedule.ts'
import { registerSuggestions } from './suggestions.ts'

export function registerBookingRoutes(app: FastifyInstance, context: Context): void {
  registerListBookings(app, context)
  registerPlaceBooking(app, context)
  registerChangeStatus(app, context)
  const ranking = createRanking(context.logDb)
  registerAssignLab(app, context, ranking)
  registerSuggestions(app, context, ranking)
  registerAutomaticAssignment(app, context)
  registerGetCollection(app, context)
  registerReschedule(app, context)
  registerGetSchedule(app, context)
  registerGetCalendar(app, context)
}
