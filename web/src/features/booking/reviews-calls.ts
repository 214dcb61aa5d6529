import type { BookingView } from '@jaanch/booking/booking-view'
import type { ReviewView } from '@jaanch/insight/reviews/api'
import { invalidateMatching, live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'

type Review = OptionsAt<'POST', '/api/bookings/:id/review'>['body']

export async function reviewBooking(id: string, body: Review): Promise<BookingView> {
  const booking = await command('POST', '/api/bookings/:id/review', { params: { id }, body })
  live.applyLocalWrite(bookingChange(booking))
  return booking
}

/** '' for none. `lab` is the id of a lab */
export type ReviewFilter = { stars: string; state: string; lab: string }

export function useReviews(filter: ReviewFilter) {
  return usePages('/api/admin/reviews', { limit: 50, ...filter })
}

export async function moderateReview(id: string, what: 'hide' | 'show', reason: string): Promise<ReviewView> {
  const options = { params: { id }, body: { reason } }
  const review =
    what === 'hide'
      ? await command('POST', '/api/admin/reviews/:id/hide', options)
      : await command('POST', '/api/admin/reviews/:id/show', options)
  invalidateMatching(/^\/api\/admin\/reviews/)
  return review
}
