import { createReview } from '@jaanch/tests/contract/matrix/create-resources'
import { about, completed, reason, type Samples, sends } from '@jaanch/tests/contract/matrix/sample'

export const insightSamples: Samples = {
  // what is stored already is no change, so that each admin may send it
  setFacts: sends({ version: 0, facts: { landingCities: '12' } }),
  reviewBooking: about(completed, { stars: 5, text: 'On time' }),
  hideReview: about(createReview, { reason }),
  showReview: about(createReview, { reason }),
}
