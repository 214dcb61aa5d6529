import { AppError } from '@jaanch/contracts/errors'
import { refundRoutes } from '@jaanch/contracts/http/refunds'
import { toPaise } from '@jaanch/contracts/money'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, decideBooking, identifyBooking, viewBooking } from '../bookings/command-booking.ts'
import { readCurrentReport } from './current-report.ts'
import { aboutRefund, askUnlessConfirmed } from './questions.ts'
import { readExpectedParameters } from './read-results.ts'

/**
 * An admin has called the customer and paid back what is due for rejected samples, or for a cancelled booking that was paid. If results of
 * these tests are reported all the same, the admin is asked.
 * @throws AppError no-refund-due, conflict if another amount is due, confirmation-needed
 */
export function registerSettleRefund(
  app: FastifyInstance,
  parts: BookingLog & { db: DatabasePool; readPrepared: ReadPrepared },
): void {
  const { db, logDb } = parts

  app.serve(refundRoutes.settleRefund, async (call) => {
    const { amount, confirm } = call.body
    const request = await identifyBooking(parts, refundRoutes.settleRefund, call)
    const { booking, refused } = await decideBooking(parts, request, async (state, history) => {
      if (state?.refund && !state.refund.isSettled) {
        const { values } = await readCurrentReport(logDb, state, history)
        const codes = values.map(({ code }) => code)
        const expected = await readExpectedParameters(db, state.lines)
        askUnlessConfirmed(aboutRefund(codes, state, expected), confirm, null)
      }
      return { type: 'settleRefund', amount: toPaise(amount) }
    })
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return viewBooking(parts, booking)
  })
}
