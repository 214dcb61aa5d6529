import { describe, expect, it } from 'vitest'
import { belongsToTab, tabsFor, tabsOf } from './booking-tabs.ts'
import { bookingTabs } from './http/bookings.ts'
import { bookingStatuses, roles } from './vocabulary.ts'

const lab = '00000000-0000-4000-8000-000000000051'

describe('the tabs of a booking', () => {
  it('are those of the contracts, in the order of the screen', () => {
    for (const role of roles) expect(tabsFor(role)).toEqual([...bookingTabs[role]])
  })

  it('put each booking of a customer into exactly one of Upcoming and Past (specification, section 4)', () => {
    const past = ['completed', 'cancelled']
    for (const status of bookingStatuses) {
      expect(tabsOf('customer', { status, labPartnerId: null })).toEqual([
        past.includes(status) ? 'past' : 'upcoming',
      ])
    }
  })

  it('show a lab its work by stage', () => {
    const tabs = Object.fromEntries(
      bookingStatuses.map((status) => [
        status,
        tabsOf('lab-partner', { status, labPartnerId: lab }).slice(1),
      ]),
    )
    expect(tabs).toEqual({
      pending: [],
      pending_customer_confirmation: [],
      confirmed: ['confirmed'],
      'sample-collection': ['in-progress'],
      'lab-processing': ['in-progress'],
      completed: ['completed'],
      cancelled: [],
    })
  })

  it('show an admin what has no lab, and what a lab is at work on', () => {
    expect(tabsOf('admin', { status: 'cancelled', labPartnerId: null })).toEqual(['unassigned', 'all'])
    expect(tabsOf('admin', { status: 'cancelled', labPartnerId: lab })).toEqual(['all'])
    expect(tabsOf('admin', { status: 'completed', labPartnerId: lab })).toEqual(['completed', 'all'])
    expect(tabsOf('admin', { status: 'confirmed', labPartnerId: lab })).toEqual(['assigned', 'all'])
  })

  it('of another role hold nothing', () => {
    expect(belongsToTab('customer', 'unassigned', { status: 'pending', labPartnerId: null })).toBe(false)
  })
})
