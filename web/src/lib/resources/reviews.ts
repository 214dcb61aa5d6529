import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { invalidateMatching, live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { withCommandKey } from '../idempotency'
import { bookingChange } from '../live/change'

type Review = OptionsAt<'POST', '/api/bookings/:id/review'>['body']

export async function reviewBooking(id: string, body: Review): Promise<BookingView> {
  const booking = await withCommandKey(`review ${id}`, body, (idempotencyKey) =>
    call('POST', '/api/bookings/:id/review', { params: { id }, body, idempotencyKey }),
  )
  live.applyLocalWrite(bookingChange(booking))
  return booking
}

/** '' for none. `lab` is the id of a lab */
export type ReviewFilter = { stars: string; state: string; lab: string }

export function useReviews(filter: ReviewFilter) {
  return usePages('/api/admin/reviews', { limit: 50, ...filter })
}

export async function moderateReview(id: string, what: 'hide' | 'show', reason: string): Promise<ReviewView> {
  const body = { reason }
  const review = await withCommandKey(`${what} review ${id}`, body, (idempotencyKey) => {
    const options = { params: { id }, body, idempotencyKey }
    return what === 'hide'
      ? call('POST', '/api/admin/reviews/:id/hide', options)
      : call('POST', '/api/admin/reviews/:id/show', options)
  })
  invalidateMatching(/^\/api\/admin\/reviews/)
  return review
}
