import { decideBooking, identifyBooking, viewBooking } from '@jaanch/booking/command-booking'
import { AppError } from '@jaanch/contracts/errors'
import { toPaise } from '@jaanch/contracts/money'
import { serveCall } from '@jaanch/platform/http/served'
import { refundCalls } from './api.ts'
import { readCurrentReport } from './current-report.ts'
import { aboutRefund, askUnlessConfirmed } from './questions.ts'
import { readExpectedParameters } from './read-results.ts'

/**
 * An admin has called the customer and paid back what is due for rejected samples, or for a cancelled booking that was paid. If results of
 * these tests are reported all the same, the admin is asked.
 * @throws AppError no-refund-due, conflict if another amount is due, confirmation-needed
 */
export const settleRefund = serveCall(
  refundCalls.settleRefund,
  async (call, { appender, logDb, db, readPrepared, now }) => {
    const { amount, confirm } = call.body
    const request = await identifyBooking({ logDb }, refundCalls.settleRefund, call)
    const { booking, refused } = await decideBooking(
      { appender, logDb, now },
      request,
      async (state, history) => {
        if (state?.refund && !state.refund.isSettled) {
          const { values } = await readCurrentReport(logDb, state, history)
          const codes = values.map(({ code }) => code)
          const expected = await readExpectedParameters(db, state.lines)
          askUnlessConfirmed(aboutRefund(codes, state, expected), confirm, null)
        }
        return { type: 'settleRefund', amount: toPaise(amount) }
      },
    )
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return viewBooking({ readPrepared }, booking)
  },
)
