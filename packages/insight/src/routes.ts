import { getDashboard } from './dashboard/dashboard.ts'
import { getAdminFacts, getFacts, setFacts } from './facts/set-facts.ts'
import { getQuality } from './quality/read-quality.ts'
import { hideReview, listReviews, reviewBooking, showReview } from './reviews/review-booking.ts'

export const insightRoutes = [
  getDashboard,
  getQuality,
  getFacts,
  getAdminFacts,
  setFacts,
  reviewBooking,
  listReviews,
  hideReview,
  showReview,
]
