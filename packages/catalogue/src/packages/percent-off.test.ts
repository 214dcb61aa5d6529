import { describe, expect, it } from 'vitest'
import { percentOff } from './percent-off.ts'

describe('percent off', () => {
  it('is round((original − price) / original × 100) (specification, section 9) [S9.3]', () => {
    for (const [price, original, percent] of [
      [499, 699, 29],
      [500, 1000, 50],
      [995, 1000, 1],
      [996, 1000, 0],
      [0, 1000, 100],
    ] as const) {
      expect(percentOff(price, original), `${price} of ${original}`).toBe(percent)
    }
  })

  it('is 0 without an original price, or if it is not above the price', () => {
    for (const original of [null, undefined, 0, 400, 499]) expect(percentOff(499, original)).toBe(0)
  })
})
