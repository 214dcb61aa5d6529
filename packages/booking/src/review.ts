/** The customer's review of a visit. */
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { z } from 'zod'
import type { Booking } from './booking.ts'
import { type Facet, only } from './facet.ts'

export const reviewEvents = {
  /** The text of the review is a row (reviews). */
  BookingReviewed: defineEvent('BookingReviewed', z.object({ stars: z.int().min(1).max(5) })),
  /** An admin took the review out of the ratings, or put it back. */
  ReviewModerated: defineEvent('ReviewModerated', z.object({ isHidden: z.boolean() })),
}

export type ReviewCommand = { type: 'review'; stars: number } | { type: 'moderateReview'; isHidden: boolean }
type ReviewEvent = EventOf<typeof reviewEvents>
type Decided = Decision<ReviewEvent>
type Of<Type extends ReviewCommand['type']> = Extract<ReviewCommand, { type: Type }>

export const review = {
  transitions: {
    review: only(['completed'], 'not-completed', { cancelled: 'already-cancelled' }),
    moderateReview: only(['completed'], 'not-found'),
  },
  decisions: { review: reviewVisit, moderateReview },
  evolve: {
    BookingReviewed: (_, { stars }) => ({ review: { stars, isHidden: false } }),
    ReviewModerated: ({ review }, { isHidden }) => ({ review: review && { ...review, isHidden } }),
  },
} satisfies Facet<ReviewCommand, ReviewEvent>

/** Customers review the visit that they ordered, not one in which tests are collected again. */
function reviewVisit(booking: Booking, { stars }: Of<'review'>): Decided {
  if (booking.recollection) return refuse('wrong-status')
  return booking.review ? refuse('already-reviewed') : accept({ type: 'BookingReviewed', data: { stars } })
}

function moderateReview({ review }: Booking, { isHidden }: Of<'moderateReview'>): Decided {
  if (!review) return refuse('not-found')
  return review.isHidden === isHidden ? accept() : accept({ type: 'ReviewModerated', data: { isHidden } })
}
