import { labDecision, labPartnerView } from '@jaanch/account/labs/api'
import { reason } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { bookingView } from '../booking-view.ts'

export const labSuspensionCalls = {
  suspendLabPartner: route({
    ...labDecision,
    method: 'POST',
    path: '/api/lab-partners/:id/suspend',
    summary: 'Suspend an approved lab: signs its people out, and answers with its open bookings',
    body: reason,
    response: labPartnerView.extend({
      /** Neither completed nor cancelled, newest first, at most 500. Those without begun collection can get another lab */
      openBookings: z.array(bookingView),
    }),
  }),
}
