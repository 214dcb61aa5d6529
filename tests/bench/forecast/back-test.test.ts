import { describe, expect, it } from 'vitest'
import { backTest, sizes, sumOf } from './back-test.ts'
import { generatedWorld, unevenWorld } from './histories.ts'

const week = 7 * 24 * 3_600_000

// strength and rounding were chosen on seed 1
const worlds = {
  'what npm run generate writes': () => generatedWorld(11, 11, 60_000),
  'labs of different speed, closed at night': () => unevenWorld(12, 11, 14_000),
}

describe('the forecast of reports on weeks and seeds that it was not made from', () => {
  it.each(Object.entries(worlds))('keeps 86 to 94 % of its 90 % promises: %s', (_, make) => {
    const scores = sumOf(backTest(make(), 3, week).map((score) => ({ ...score, stage: 'collected' })))
    for (const size of sizes) {
      const score = scores.find((each) => each.size === size)
      const share = (part: number | undefined) => (part ?? 0) / (score?.promises ?? 0)
      expect(score?.promises, size).toBeGreaterThan(150)
      expect(share(score?.latest), size).toBeGreaterThanOrEqual(0.86)
      expect(share(score?.latest), size).toBeLessThanOrEqual(0.94)
      expect(share(score?.likely), size).toBeGreaterThan(0.42)
      expect(share(score?.likely), size).toBeLessThan(0.58)
    }
  })
})
