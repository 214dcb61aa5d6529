import type { ProjectionName } from '@jaanch/contracts/projections'

/** The read tables of each projection. Each table belongs to one. */
export const tablesOfProjection = {
  bookings: ['bookings', 'booking_removals'],
  'lab-partners': ['lab_partners'],
  prescriptions: ['prescriptions'],
  notifications: ['notifications'],
  counts: ['counts'],
  // what they store depends on the same days
  statistics: ['statistics', 'turnarounds', 'report_times', 'statistics_totals', 'turnaround_totals'],
} as const satisfies Record<ProjectionName, readonly string[]>

export type ReadTable = (typeof tablesOfProjection)[ProjectionName][number]
