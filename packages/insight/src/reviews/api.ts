import { bookingView } from '@jaanch/booking/booking-view'
import { filter, idParams, instant, optional, page, reason, text } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

export const reviewTextMax = 500

const stars = z.int().min(1).max(5)

/** A review as admins see it, who decide whether it is shown */
export const reviewView = z.object({
  /** The booking's id */
  id: z.uuid(),
  createdAt: instant,
  stars,
  text: z.string().nullable(),
  isHidden: z.boolean(),
  customerName: z.string(),
  labPartner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  packageNames: z.array(z.string()),
  /** The reason that an admin gave for the last change; null if there was none */
  reason: z.string().nullable(),
})
export type ReviewView = z.output<typeof reviewView>

const moderation = {
  method: 'POST',
  ...forAdmins('manager'),
  params: idParams,
  body: reason,
  commands: true,
  response: reviewView,
} as const

export const reviewCalls = {
  reviewBooking: route({
    method: 'POST',
    path: '/api/bookings/:id/review',
    access: ['customer'],
    summary: 'Rate a completed booking: one to five stars, and a sentence',
    params: idParams,
    body: z.object({ stars, text: optional(text(reviewTextMax)) }),
    commands: true,
    response: bookingView,
  }),
  listReviews: route({
    method: 'GET',
    path: '/api/admin/reviews',
    ...forAdmins('manager', 'support'),
    summary: 'What customers said of their visits, newest first',
    query: page.extend({
      stars: filter(z.coerce.number().pipe(stars)),
      state: filter(z.enum(['shown', 'hidden'])),
      /** Only reviews of this lab */
      lab: filter(z.uuid()),
    }),
    response: z.array(reviewView),
  }),
  hideReview: route({
    ...moderation,
    path: '/api/admin/reviews/:id/hide',
    summary: 'Take a review out of the ratings; its lab no longer reads it',
  }),
  showReview: route({
    ...moderation,
    path: '/api/admin/reviews/:id/show',
    summary: 'Put a review back',
  }),
}
