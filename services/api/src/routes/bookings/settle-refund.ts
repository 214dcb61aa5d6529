import { refundRoutes } from '@jaanch/contracts/http/refunds'
import { toPaise } from '@jaanch/contracts/money'
import type { FastifyInstance } from 'fastify'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, commandBooking, identifyBooking } from './command-booking.ts'

/**
 * An admin has called the customer and paid back what is due for rejected samples.
 * @throws AppError wrong-status before that can be, conflict if another amount is due
 */
export function registerSettleRefund(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
): void {
  app.serve(refundRoutes.settleRefund, async (call) =>
    commandBooking(parts, await identifyBooking(parts, refundRoutes.settleRefund, call), {
      type: 'settleRefund',
      amount: toPaise(call.body.amount),
    }),
  )
}
