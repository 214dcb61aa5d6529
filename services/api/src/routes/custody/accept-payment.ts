import { cashRoutes } from '@jaanch/contracts/http/cash'
import type { FastifyInstance } from 'fastify'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, commandBooking, identifyBooking } from '../bookings/command-booking.ts'

/** The owner has the money that a collector reported. For a cancelled booking its refund is due. @throws AppError nothing-reported, refund-due, nothing-to-pay */
export function registerAcceptPayment(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
): void {
  app.serve(cashRoutes.acceptPayment, async (call) =>
    commandBooking(parts, await identifyBooking(parts, cashRoutes.acceptPayment, call), {
      type: 'acceptPayment',
    }),
  )
}
