import { bookingStatuses } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import { isBookingTab, tabsForRole, tabsOfBooking } from './tabs.ts'

const lab = '00000000-0000-4000-8000-000000000051'

describe('the tabs of a booking list', () => {
  it('are in the order of the screen for each role', () => {
    expect(tabsForRole('customer')).toEqual(['upcoming', 'past'])
    expect(tabsForRole('lab-partner')).toEqual(['all', 'confirmed', 'in-progress', 'completed'])
    expect(tabsForRole('admin')).toEqual(['unassigned', 'assigned', 'completed', 'all'])
  })

  it('put each booking of a customer into exactly one of Upcoming and Past (specification, section 4) [S2.7.1]', () => {
    const past = ['completed', 'cancelled']
    for (const status of bookingStatuses) {
      expect(tabsOfBooking('customer', { status, labPartnerId: null })).toEqual([
        past.includes(status) ? 'past' : 'upcoming',
      ])
    }
  })

  it('show a lab its bookings by stage [S2.12.1 S2.13.1]', () => {
    const tabs = Object.fromEntries(
      bookingStatuses.map((status) => [
        status,
        tabsOfBooking('lab-partner', { status, labPartnerId: lab }).slice(1),
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

  it('show an admin the bookings without a lab, and those that a lab works on [S4.3]', () => {
    expect(tabsOfBooking('admin', { status: 'cancelled', labPartnerId: null })).toEqual(['unassigned', 'all'])
    expect(tabsOfBooking('admin', { status: 'cancelled', labPartnerId: lab })).toEqual(['all'])
    expect(tabsOfBooking('admin', { status: 'completed', labPartnerId: lab })).toEqual(['completed', 'all'])
    expect(tabsOfBooking('admin', { status: 'confirmed', labPartnerId: lab })).toEqual(['assigned', 'all'])
  })
})

describe('the name of a tab', () => {
  it('is recognised, and a property that every object has is not [V15.3.6]', () => {
    expect(isBookingTab('upcoming')).toBe(true)
    expect(isBookingTab('constructor')).toBe(false)
    expect(isBookingTab(null)).toBe(false)
  })
})
