import { createLimits, type Limit, refuseBeyond, TooManyError } from '@jaanch/platform/limits/limits'
import { expect, it } from 'vitest'
import { type LimitName, limitTable } from '../limits.ts'

const entries = Object.entries(limitTable) as [LimitName, Limit][]

it('each limit has a sentence, which says what to do', () => {
  for (const [name, { text, max }] of entries) {
    expect(text(max), name).toMatch(/^[A-Z0-9].{20,}\.$/)
  }
})

it('a scale multiplies every number, those of a test too, and what the sentence says', () => {
  const limits = createLimits(limitTable, { scale: 10, numbers: { addresses: 2 } })
  for (const [name, { max }] of entries) {
    if (name !== 'addresses') expect(limits[name].max).toBe(10 * max)
  }
  expect(limits.addresses.max).toBe(20)
  expect(new TooManyError(limits.addresses).message).toContain('20 addresses')
})

it('one below the limit is accepted, at the limit a further one is refused for an hour', () => {
  const { addresses } = createLimits(limitTable, {})
  expect(() => refuseBeyond(addresses, 99)).not.toThrow()
  expect(() => refuseBeyond(addresses, 100)).toThrow(TooManyError)
  expect(new TooManyError(addresses)).toMatchObject({ status: 429, retryAfter: 3_600 })
  expect(new TooManyError(addresses, 1_200).retryAfter).toBe(2)
  expect(new TooManyError(addresses, 0).retryAfter).toBe(1)
})
