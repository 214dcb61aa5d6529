/** What can be replayed alone: each one is one or more read tables, see projections/projections.ts. */
export const projectionNames = [
  'bookings',
  'lab-partners',
  'prescriptions',
  'notifications',
  'counts',
  'statistics',
] as const
export type ProjectionName = (typeof projectionNames)[number]
