import { expect, it } from 'vitest'
import { createResult } from '@/testing/health-trends'
import { trend } from './texts'

it('the expected text of a result is not called an interval', () => {
  expect(trend.interval(createResult('1+', { interval: 'Nil' }))).toBe('Expected: Nil')
  expect(trend.interval(createResult(13.1))).toBe('Reference interval: 12.0–15.0')
})
