import { describe, expect, it } from 'vitest'
import { collectBy, collectedAt } from './deadlines.ts'

const scheduled = {
  collectionType: 'scheduled' as const,
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  createdAt: '2026-01-30T05:00:00.000Z',
}

describe('a sample must be collected', () => {
  it('before its slot ends in India', () => {
    expect(collectBy(scheduled)).toEqual(new Date('2026-01-31T04:30:00Z'))
  })

  it('within two hours of the time of an order from a prescription', () => {
    expect(collectBy({ ...scheduled, scheduledTime: '09:00' })).toEqual(new Date('2026-01-31T05:30:00Z'))
  })

  it('within four hours of an instant booking', () => {
    const instant = { collectionType: 'instant' as const, scheduledDate: null, scheduledTime: null }
    expect(collectBy({ ...scheduled, ...instant })).toEqual(new Date('2026-01-30T09:00:00Z'))
  })
})

it('the collection begins when the status changes to sample-collection', () => {
  const at = '2026-01-31T03:00:00.000Z'
  const pending = { status: 'pending' as const, at: scheduled.createdAt, actor: 'customer' }
  expect(collectedAt({ timeline: [pending] })).toBeNull()
  expect(
    collectedAt({ timeline: [pending, { status: 'sample-collection', at, actor: 'lab-partner' }] }),
  ).toBe(at)
})
