import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoff } from './retry.ts'

describe('backoff', () => {
  it('doubles with each failure, up to the maximum', () => {
    const pauses = [1, 2, 3, 4, 5].map((attempt) =>
      backoff(attempt, { baseMs: 100, maxMs: 1_000, random: () => 1 }),
    )
    expect(pauses).toEqual([100, 200, 400, 800, 1_000])
  })

  it('adds jitter over the second half of the pause', () => {
    expect(backoff(3, { baseMs: 100, random: () => 0 })).toBe(200)
    expect(backoff(3, { baseMs: 100, random: () => 0.5 })).toBe(300)
  })

  it('stays within its bounds for any number of failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (attempt) => {
        const pause = backoff(attempt)
        expect(pause).toBeGreaterThanOrEqual(50)
        expect(pause).toBeLessThanOrEqual(10_000)
      }),
    )
  })
})
