import { bookingView } from './booking-view.ts'
import { idParams } from './fields.ts'
import { route } from './route.ts'

export const refundRoutes = {
  settleRefund: route({
    method: 'POST',
    path: '/api/bookings/:id/refund',
    access: ['admin'],
    admins: ['manager'],
    summary: 'Record that what is due to the customer for rejected samples was paid back',
    params: idParams,
    commands: true,
    response: bookingView,
  }),
}
