import { expect, it } from 'vitest'
import { bounds, boundsWithin } from './bounds.ts'

it('a longer deadline lengthens every wait of a request in the same proportion, and the default changes none', () => {
  expect(bounds).toMatchObject(boundsWithin(bounds.deadlineMs))
  expect(boundsWithin(10 * bounds.deadlineMs)).toEqual({
    deadlineMs: 10 * bounds.deadlineMs,
    waitRequestMs: 10 * bounds.waitRequestMs,
    eventLoopDelayMs: 10 * bounds.eventLoopDelayMs,
  })
})
