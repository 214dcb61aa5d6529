import { z } from 'zod'
import { bookingStatuses, cancellationReasons, cities, timeSlots } from '../vocabulary.ts'
import { attentions } from './attention.ts'
import { route } from './route.ts'

const count = z.int().nonnegative()
/** Rupees that many bookings brought in: `rupees` is for one */
const revenue = z.number().nonnegative()

/** The statistics reach so many days back, today among them. */
export const analyticsDays = 60
/** The most labs, and the most packages, that the statistics name */
export const mostNamed = 8

/** Bookings that were placed in the days, by how far they have come; each stage holds those of the later ones. */
const funnel = z.record(
  z
    .enum(bookingStatuses)
    .extract(['confirmed', 'sample-collection', 'lab-processing', 'completed', 'cancelled']),
  count,
)

export const analyticsView = z.object({
  totalUsers: count,
  totalPackages: count,
  /** What needs an admin's attention now, of each kind at most `mostAttention` */
  needsAttention: z.record(z.enum(attentions), count),
  /** Oldest first, without a gap, the last one today (Asia/Kolkata). Revenue: finalAmount of what was completed that day */
  days: z.array(z.object({ date: z.string(), bookings: count, revenue })),
  funnel: funnel.and(z.object({ placed: count })),
  /** Collections that were asked for and not cancelled. An instant one counts in the slot in which it was placed. */
  slots: z.array(z.object({ slot: z.enum([...timeSlots, 'other']), scheduled: count, instant: count })),
  /** The labs that completed most, from assignment to completion */
  turnaround: z.array(
    z.object({
      labPartnerId: z.uuid(),
      labName: z.string(),
      completed: count,
      medianMinutes: count,
      p90Minutes: count,
    }),
  ),
  /** Most frequent first */
  cancellations: z.array(z.object({ reason: z.enum(cancellationReasons), bookings: count })),
  /** Those with the highest revenue, and all the others as one */
  packages: z.array(z.object({ packageId: z.uuid(), name: z.string(), bookings: count, revenue })),
  otherPackages: z.object({ bookings: count, revenue }),
  /** Most bookings first */
  cities: z.array(z.object({ city: z.enum([...cities, 'Other']), bookings: count })),
})
export type AnalyticsView = z.output<typeof analyticsView>

export const analyticsRoutes = {
  getDashboard: route({
    method: 'GET',
    path: '/api/analytics/dashboard',
    access: ['admin'],
    summary: "The platform's numbers",
    response: analyticsView,
  }),
}
