import { z } from 'zod'
import { rupees } from '../money.ts'
import { bookingView } from './booking-view.ts'
import { idParams } from './fields.ts'
import { confirm } from './questions.ts'
import { forAdmins, route } from './route.ts'

export const refundRoutes = {
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
