import { bookingTabs } from '@jaanch/contracts/http/bookings'
import { bookingStatuses } from '@jaanch/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { belongsToTab, isBookingTab } from './tabs'

const statusesIn = (tab: Parameters<typeof belongsToTab>[1], labPartnerId: string | null) =>
  bookingStatuses.filter((status) => belongsToTab({ status, labPartnerId }, tab))

describe('belongsToTab', () => {
  test('upcoming is everything that is neither completed nor cancelled', () => {
    expect(statusesIn('upcoming', null)).toEqual([
      'pending',
      'pending_customer_confirmation',
      'confirmed',
      'sample-collection',
      'lab-processing',
    ])
  })

  test('past is completed and cancelled', () => {
    expect(statusesIn('past', 'l1')).toEqual(['completed', 'cancelled'])
  })

  test("the lab's In Progress covers sample collection and lab processing", () => {
    expect(statusesIn('in-progress', 'l1')).toEqual(['sample-collection', 'lab-processing'])
  })

  test('unassigned means that no lab is set, whatever the status', () => {
    expect(statusesIn('unassigned', null)).toEqual([...bookingStatuses])
    expect(statusesIn('unassigned', 'l1')).toEqual([])
  })

  test('assigned means that a lab is set and the booking is neither completed nor cancelled', () => {
    expect(statusesIn('assigned', null)).toEqual([])
    expect(statusesIn('assigned', 'l1')).not.toContain('completed')
    expect(statusesIn('assigned', 'l1')).not.toContain('cancelled')
    expect(statusesIn('assigned', 'l1')).toHaveLength(5)
  })

  test("a customer's booking is in exactly one of the customer's tabs", () => {
    for (const status of bookingStatuses) {
      const tabs = bookingTabs.customer.filter((tab) => belongsToTab({ status, labPartnerId: null }, tab))
      expect(tabs).toHaveLength(1)
    }
  })
})

test('a word that is no tab is none, also when objects have it', () => {
  expect(isBookingTab('upcoming')).toBe(true)
  expect(isBookingTab('constructor')).toBe(false)
  expect(isBookingTab(null)).toBe(false)
})
