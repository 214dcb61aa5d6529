import { expect, test } from 'vitest'
import { nextDelay } from './backoff.ts'

test('doubles from 200 ms and stays at 10 s', () => {
  const delays: number[] = []
  for (let n = 0; n < 8; n++) delays.push(nextDelay(delays.at(-1), 50))

  expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
})

test('begins again after the child ran for 30 s', () => {
  expect(nextDelay(6400, 29_999)).toBe(1_000)
  expect(nextDelay(6400, 30_000)).toBe(200)
})

test('a child that was at work when it died is back within 1 s', () => {
  expect(nextDelay(1600, 999)).toBe(3200)
  expect(nextDelay(1600, 1_000)).toBe(1_000)
  expect(nextDelay(200, 1_000)).toBe(400)
})
