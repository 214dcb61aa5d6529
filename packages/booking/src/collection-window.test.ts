import { bookingStatuses } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import { reportsOpenSince, whyCollectionClosed, whyMessagesClosed } from './collection-window.ts'

const now = new Date('2026-02-20T08:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1_000).toISOString()

type Dated = Parameters<typeof whyCollectionClosed>[0]
const uncollected: Dated = {
  status: 'confirmed',
  timeline: [],
  createdAt: ago(1),
  scheduledDate: ago(0).slice(0, 10),
  reportReleasedAt: null,
}
const collected = (daysAgo: number, released: number | null): Dated => ({
  ...uncollected,
  status: 'completed',
  timeline: [{ status: 'sample-collection', at: ago(daysAgo), actor: 'lab-partner' }],
  reportReleasedAt: released === null ? null : ago(released),
})
const isOpen = (booking: Dated) => whyCollectionClosed(booking, now) === undefined

describe('a lab sees the person of a booking', () => {
  it('from the confirmation, and not once the booking is cancelled', () => {
    const open = bookingStatuses.filter((status) => isOpen({ ...uncollected, status }))
    expect(open).toEqual(['confirmed', 'sample-collection', 'lab-processing', 'completed'])
  })

  it('until seven days after the report', () => {
    expect(isOpen(collected(10, 6.999))).toBe(true)
    expect(whyCollectionClosed(collected(10, 7), now)).toBe(
      'The details of a collection are shown until seven days after the report, for 30 days at most.',
    )
  })

  it('for 30 days after the collection at most, with a late report or without one', () => {
    expect(isOpen(collected(29.999, null))).toBe(true)
    for (const released of [null, 1]) expect(isOpen(collected(30, released))).toBe(false)
  })

  it('for 30 days after the day of a collection that did not take place', () => {
    const meantFor = (days: number) => isOpen({ ...uncollected, scheduledDate: ago(days).slice(0, 10) })
    expect([meantFor(29), meantFor(30)]).toEqual([true, false])
    const instant = (days: number) => isOpen({ ...uncollected, scheduledDate: null, createdAt: ago(days) })
    expect([instant(29.9), instant(30)]).toEqual([true, false])
  })
})

it('a lab exchanges messages from its assignment until it no longer sees the person', () => {
  const open = bookingStatuses.filter((status) => !whyMessagesClosed({ ...uncollected, status }, now))
  expect(open).toEqual(bookingStatuses.filter((status) => status !== 'cancelled'))
  expect(whyMessagesClosed(collected(10, 7), now)).toBeDefined()
})

it('a lab sees its reports for 30 days after their last version', () => {
  expect(reportsOpenSince(now).toISOString()).toBe(ago(30))
})
