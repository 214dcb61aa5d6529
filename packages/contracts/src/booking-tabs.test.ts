import { describe, expect, it } from 'vitest'
import { type BookingTab, isBookingTab, matchesTab, tabsForRole, tabsOfBooking } from './booking-tabs.ts'
import { bookingStatuses } from './vocabulary.ts'

const lab = '00000000-0000-4000-8000-000000000051'
const statusesIn = (tab: BookingTab, labPartnerId: string | null) =>
  bookingStatuses.filter((status) => matchesTab(tab, { status, labPartnerId }))

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

  it('of another role show nothing', () => {
    expect(tabsOfBooking('customer', { status: 'pending', labPartnerId: null })).not.toContain('unassigned')
  })
})

describe('a booking is in the tab', () => {
  it('Upcoming unless it is completed or cancelled', () => {
    expect(statusesIn('upcoming', null)).toEqual([
      'pending',
      'pending_customer_confirmation',
      'confirmed',
      'sample-collection',
      'lab-processing',
    ])
  })

  it('Past if it is completed or cancelled', () => {
    expect(statusesIn('past', 'l1')).toEqual(['completed', 'cancelled'])
  })

  it('In Progress of a lab during sample collection and lab processing', () => {
    expect(statusesIn('in-progress', 'l1')).toEqual(['sample-collection', 'lab-processing'])
  })

  it('Unassigned if no lab is assigned, in any status', () => {
    expect(statusesIn('unassigned', null)).toEqual([...bookingStatuses])
    expect(statusesIn('unassigned', 'l1')).toEqual([])
  })

  it('Assigned if a lab is assigned and it is neither completed nor cancelled [S4.3]', () => {
    expect(statusesIn('assigned', null)).toEqual([])
    expect(statusesIn('assigned', 'l1')).not.toContain('completed')
    expect(statusesIn('assigned', 'l1')).not.toContain('cancelled')
    expect(statusesIn('assigned', 'l1')).toHaveLength(5)
  })
})

describe('the name of a tab', () => {
  it('is recognised, and a property that every object has is not [V15.3.6]', () => {
    expect(isBookingTab('upcoming')).toBe(true)
    expect(isBookingTab('constructor')).toBe(false)
    expect(isBookingTab(null)).toBe(false)
  })
})
