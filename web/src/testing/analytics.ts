import { addDays } from '@jaanch/contracts/calendar'
import type { AnalyticsView } from '@jaanch/insight/dashboard/api'

/** Analytics of 100 bookings, 60 of them completed */
export function createAnalytics(changes: Partial<AnalyticsView> = {}): AnalyticsView {
  return {
    totalUsers: 50,
    totalPackages: 104,
    needsAttention: {
      unassigned: 4,
      'instant-late': 0,
      'slot-missed': 1_000,
      'report-late': 2,
      'not-confirmed': 1,
      'refund-due': 2,
      'collection-failed': 5,
      'after-end': 1,
    },
    snoozed: {
      unassigned: 0,
      'instant-late': 0,
      'slot-missed': 0,
      'report-late': 0,
      'not-confirmed': 0,
      'refund-due': 0,
      'collection-failed': 0,
      'after-end': 0,
    },
    waitingLabs: 3,
    days: Array.from({ length: 60 }, (_, index) => ({
      date: addDays('2026-11-21', index - 59),
      bookings: index === 59 ? 12 : 1,
      revenue: index === 59 ? 4_999 : 338.3,
    })),
    takenToday: { 'cash-on-collection': 1_500, upi: 2_499, card: 0 },
    funnel: {
      placed: 100,
      confirmed: 90,
      'sample-collection': 80,
      'lab-processing': 70,
      completed: 60,
      cancelled: 8,
    },
    slots: [
      { slot: '06:00-08:00', scheduled: 30, instant: 2 },
      { slot: '08:00-10:00', scheduled: 50, instant: 8 },
      { slot: 'other', scheduled: 0, instant: 0 },
    ],
    turnaround: [
      {
        labPartnerId: 'l1',
        labName: 'Sabar Diagnostics',
        completed: 60,
        medianMinutes: 1_872,
        p90Minutes: 2_760,
      },
    ],
    cancellations: [
      { reason: 'customer-request', bookings: 6 },
      { reason: 'duplicate', bookings: 2 },
    ],
    packages: [{ packageId: 'p1', name: 'Thyroid Profile', bookings: 40, revenue: 19_960 }],
    otherPackages: { bookings: 20, revenue: 5_000 },
    reportPromises: [],
    cities: [
      { city: 'Pune', bookings: 60 },
      { city: 'Other', bookings: 40 },
    ],
    ...changes,
  }
}
