import { describe, expect, it } from 'vitest'
import { shownRating } from './rating.ts'

describe('the rating that is shown', () => {
  it('is the mean with one decimal, with the number of reviews, from the fifth on', () => {
    expect(shownRating({ reviews: 5, stars: 23 })).toEqual({ rating: 4.6, reviewCount: 5 })
    expect(shownRating({ reviews: 12, stars: 56 })).toEqual({ rating: 4.7, reviewCount: 12 })
    expect(shownRating({ reviews: 5, stars: 5 })).toEqual({ rating: 1, reviewCount: 5 })
  })

  it('is not known before', () => {
    for (const rating of [null, undefined, { reviews: 0, stars: 0 }, { reviews: 4, stars: 20 }]) {
      expect(shownRating(rating)).toEqual({ rating: null })
    }
  })
})
