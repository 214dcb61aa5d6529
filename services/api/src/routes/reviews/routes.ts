import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerListReviews } from './list-reviews.ts'
import { registerModerateReview } from './moderate-review.ts'
import { registerReviewBooking } from './review-booking.ts'

export function registerReviewRoutes(app: FastifyInstance, context: Context): void {
  registerReviewBooking(app, context)
  registerListReviews(app, context)
  registerModerateReview(app, context)
}
