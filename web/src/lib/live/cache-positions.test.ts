import { beforeEach, expect, it } from 'vitest'
import { createCachePositions } from './cache-positions'

let positions: ReturnType<typeof createCachePositions>

beforeEach(() => {
  positions = createCachePositions()
})

it('the positions of cached responses request the changes after the lowest position on the first connection', () => {
  positions.set('a', 120)
  positions.set('b', 100)
  expect(positions.startConnecting()).toBe(100)
})

it('the positions of cached responses do not advance before caught-up, so that a connection that fails half-way is repeated from the same position', () => {
  positions.set('a', 100)
  positions.startConnecting()
  positions.advance(101)
  positions.advance(150)
  expect(positions.startConnecting()).toBe(100)
})

it('the positions of cached responses advance to the position of caught-up', () => {
  positions.set('a', 100)
  positions.set('b', 120)
  positions.startConnecting()
  expect(positions.setCaughtUp(200)).toEqual([])
  expect(positions.startConnecting()).toBe(200)
})

it('the positions of cached responses advance with each message to the position before it, which may have more rows to come', () => {
  positions.set('a', 100)
  positions.startConnecting()
  positions.setCaughtUp(200)
  positions.advance(205)
  expect(positions.startConnecting()).toBe(204)
})

it('the positions of cached responses are behind without an after if they are lower than caught-up, until the response is fetched again', () => {
  expect(positions.startConnecting()).toBe(0)
  positions.set('slow', 90)
  positions.set('fresh', 100)
  expect(positions.setCaughtUp(100)).toEqual(['slow'])
  positions.advance(110)
  expect(positions.lowest()).toBe(90)
  expect(positions.set('slow', 110)).toBe(false)
  expect(positions.lowest()).toBe(109)
})

it('the positions of cached responses are behind for a response that arrives after caught-up and reaches less than the connection covers', () => {
  positions.set('a', 100)
  positions.startConnecting()
  positions.setCaughtUp(200)
  expect(positions.set('late', 99)).toBe(true)
  expect(positions.set('late', 150)).toBe(false)
})

it('the positions of cached responses are forgotten on start-over, and responses after it are complete', () => {
  positions.set('a', 5000)
  positions.startConnecting()
  positions.reset()
  expect(positions.set('a', 7)).toBe(false)
  positions.advance(9)
  expect(positions.startConnecting()).toBe(8)
})
