import { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { areaOfBooking } from '../../places/area.ts'
import { findBooking } from './command-booking.ts'
import { loadVisit } from './load-visit.ts'

/** What the dialog that moves a visit asks for the free slots with. */
export function registerGetSchedule(app: FastifyInstance, context: Context): void {
  app.serve(scheduleRoutes.getBookingSchedule, async ({ params, caller }) => {
    const [booking, ...others] = await loadVisit(context, await findBooking(context, params.id, caller))
    const people = [booking, ...others.filter(({ status }) => status !== 'cancelled')]
    const packageIds = people.flatMap(({ lines }) => lines.map(({ packageId }) => packageId))
    const area = await areaOfBooking(context.logDb, booking.bookingId)
    return {
      pincode: area?.pincode ?? null,
      packageIds: [...new Set(packageIds)],
      people: people.length,
    }
  })
}
