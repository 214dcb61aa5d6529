import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, minutesOf, percentile } from './turnaround.ts'

const minute = 60_000

/** The exact percentile: sort and take the value at the rank. */
function exactly(durations: number[], share: number): number {
  const sorted = durations.toSorted((one, other) => one - other)
  return (sorted[Math.ceil(share * sorted.length) - 1] as number) / minute
}

function histogramOf(durations: number[]) {
  const counts = new Map<number, number>()
  for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1)
  return [...counts].map(([bucket, n]) => ({ bucket, n }))
}

describe('a histogram of durations', () => {
  it('gives the median and the 90th percentile within 2.5 %', () => {
    const duration = fc.integer({ min: 1 * minute, max: 90 * 24 * 60 * minute })
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (durations) => {
        for (const share of [0.5, 0.9]) {
          const exact = exactly(durations, share)
          const told = percentile(histogramOf(durations), share)
          expect(Math.abs(told - exact) / exact).toBeLessThan(0.0251)
        }
      }),
    )
  })

  it('does not depend on the order of its buckets', () => {
    const buckets = histogramOf([5 * minute, 60 * minute, 600 * minute])
    expect(percentile(buckets.toReversed(), 0.9)).toBe(percentile(buckets, 0.9))
  })

  it('has a bucket for durations below and above its range', () => {
    expect(bucketOf(0)).toBe(0)
    expect(bucketOf(-minute)).toBe(0)
    expect(minutesOf(bucketOf(10_000 * 24 * 60 * minute))).toBeGreaterThan(180 * 24 * 60)
    expect(percentile([], 0.5)).toBe(0)
  })
})
