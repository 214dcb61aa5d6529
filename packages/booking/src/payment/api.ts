import { idParams } from '@jaanch/contracts/http/fields'
import { confirm } from '@jaanch/contracts/http/questions'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { z } from 'zod'
import { bookingView } from '../booking-view.ts'

export const refundCalls = {
  settleRefund: route({
    method: 'POST',
    path: '/api/bookings/:id/refund',
    ...forAdmins('manager'),
    summary:
      'Record that what is due to the customer for rejected samples was paid back; it asks if results of these tests are reported',
    params: idParams,
    /** What was paid back, rupees. Refused if more has become due meanwhile */
    body: z.object({ amount: rupees, confirm }),
    commands: true,
    response: bookingView,
  }),
}
