/** Number and sum of the stars of the reviews that count. */
export type Rating = { reviews: number; stars: number }

/** Fewer say little, and a customer's own would show. */
export const ratedFrom = 5

/** @returns what is shown of a rating: the mean with one decimal, from the fifth review on; until then null and no number */
export function shownRating(rating: Rating | null | undefined): {
  rating: number | null
  reviewCount?: number
} {
  if (!rating || rating.reviews < ratedFrom) return { rating: null }
  return { rating: Math.round((10 * rating.stars) / rating.reviews) / 10, reviewCount: rating.reviews }
}
