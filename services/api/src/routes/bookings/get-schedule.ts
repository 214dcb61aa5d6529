import { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import { isCancelled, packagesOf } from '@jaanch/domain/visit/visit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { areaOfBooking } from '../../places/area.ts'
import { findVisitOf } from './command-visit.ts'

/** What the dialog that moves a visit asks for the free slots with. */
export function registerGetSchedule(app: FastifyInstance, parts: { logDb: pg.Pool }): void {
  app.serve(scheduleRoutes.getBookingSchedule, async ({ params, caller }) => {
    const [booking, ...others] = await findVisitOf(parts, params.id, caller)
    const people = [booking, ...others.filter((other) => !isCancelled(other))]
    const { pincode } = await areaOfBooking(parts.logDb, booking.bookingId)
    return {
      pincode: pincode || null,
      packageIds: [...new Set(packagesOf(people))],
      people: people.length,
    }
  })
}
