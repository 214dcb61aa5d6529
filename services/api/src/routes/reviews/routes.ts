import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { EventLog } from '../../event-log.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { registerListReviews } from './list-reviews.ts'
import { registerModerateReview } from './moderate-review.ts'
import { registerReviewBooking } from './review-booking.ts'

type Parts = EventLog & {
  db: DatabasePool
  modelVersion: number
  readPrepared: ReadPrepared
  audit: Audit
  now: () => Date
}

export function registerReviewRoutes(app: FastifyInstance, parts: Parts): void {
  registerReviewBooking(app, parts)
  registerListReviews(app, parts)
  registerModerateReview(app, parts)
}
