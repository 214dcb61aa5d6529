/** What customers say of their bookings: the stars in the log, the text in a row. */
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { BookingPlan } from './booking-steps.ts'
import type { Lab } from './plan-accounts.ts'
import { createRandom } from './random.ts'
import type { Step } from './timeline.ts'

export type Review = { stars: 1 | 2 | 3 | 4 | 5; text: string | null }

/** Share of the completed bookings with a review: enough that each lab, and some tests, have five and more */
const reviewedShare = 0.35
/** By weight */
const reviews: [weight: number, Review][] = [
  [6, { stars: 5, text: 'On time, and I hardly felt the needle.' }],
  [5, { stars: 5, text: 'Polite collector. The report came earlier than promised.' }],
  [4, { stars: 5, text: 'Very good with my mother, who is afraid of needles.' }],
  [8, { stars: 5, text: null }],
  [5, { stars: 4, text: 'Good service. The collector came at the end of the slot.' }],
  [4, { stars: 4, text: 'Easy to book, and the report is clear.' }],
  [5, { stars: 4, text: null }],
  [3, { stars: 3, text: 'The report took a day longer than I hoped.' }],
  [1, { stars: 2, text: 'I had to call twice to explain where we live.' }],
  [1, { stars: 1, text: 'Nobody told me that I had to fast.' }],
]

/** @returns the bookings, some with a review if they are completed */
export function withReviews(bookings: readonly BookingPlan[]): BookingPlan[] {
  return bookings.map((booking) => {
    const random = createRandom('review', booking.bookingId)
    if (booking.until !== 'completed' || booking.cancelled || !random.chance(reviewedShare)) return booking
    const [, review] = random.weighted(reviews, ([weight]) => weight)
    return { ...booking, review }
  })
}

/** @param completedAt of the booking, whose report has one version: an amended one would come after the review */
export function reviewSteps(
  { bookingId, customer, entry, review }: BookingPlan,
  { labPartnerId }: Lab,
  completedAt: Date,
): Step<BookingCommand>[] {
  if (!review) return []
  const { stars, text } = review
  const hours = createRandom('reviewed', bookingId).between(2, 30)
  const at = new Date(completedAt.getTime() + Math.round(hours * 3_600_000))
  const row = {
    booking_id: bookingId,
    customer_id: customer.id,
    lab_partner_id: labPartnerId,
    package_ids: [entry.id],
    stars,
    text,
    is_hidden: false,
    created_at: at,
  }
  return [
    { at, actor: `customer:${customer.id}`, command: { type: 'review', stars }, rows: { reviews: [row] } },
  ]
}
