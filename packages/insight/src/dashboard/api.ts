import { attentions } from '@jaanch/booking/list/tabs'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { staffRoles } from '@jaanch/contracts/staff-roles'
import {
  bookingStatuses,
  cancellationReasons,
  cities,
  paymentMethods,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const count = z.int().nonnegative()
/** A sum of rupees over many bookings; `rupees` is limited to the amount of one */
const revenue = z.number().nonnegative()

/** Maximum number of labs and of packages in the statistics */
export const maxRankedItems = 8

/** Bookings placed in the period, by the stage they reached; each stage includes the later ones. */
const funnel = z.record(
  z
    .enum(bookingStatuses)
    .extract(['confirmed', 'sample-collection', 'lab-processing', 'completed', 'cancelled']),
  count,
)

/** The promises of labs of one size: how many there were, and how many reports came by each of the two times */
export const reportPromises = z.object({
  size: z.enum(['small', 'medium', 'large']),
  promises: count,
  likely: count,
  latest: count,
})

const analyticsView = z.object({
  totalUsers: count,
  totalPackages: count,
  /** Number of bookings that need attention now, at most `maxAttentionCount` per kind */
  needsAttention: z.record(z.enum(attentions), count),
  /** Number of bookings that were put off, which `needsAttention` leaves out */
  snoozed: z.record(z.enum(attentions), count),
  /** Number of labs whose declared areas wait for an admin's consent, at most `maxAttentionCount` */
  waitingLabs: count,
  /** Oldest first, without gaps, the last is today (Asia/Kolkata). Revenue: sum of finalAmount of the bookings completed that day */
  days: z.array(z.object({ date: z.string(), bookings: count, revenue })),
  /** Sums of the payments recorded today (Asia/Kolkata) by each method, whatever became of the bookings */
  takenToday: z.record(z.enum(paymentMethods), revenue),
  funnel: funnel.and(z.object({ placed: count })),
  /** Collections that were not cancelled. An instant collection counts in the slot in which it was placed. */
  slots: z.array(z.object({ slot: z.enum([...timeSlots, 'other']), scheduled: count, instant: count })),
  /** The labs with the most completed bookings; time from assignment to completion */
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
  /** The packages with the highest revenue, and all others as one entry */
  packages: z.array(z.object({ packageId: z.uuid(), name: z.string(), bookings: count, revenue })),
  otherPackages: z.object({ bookings: count, revenue }),
  /**
   * How many of the reports that came in the last 30 days, or are overdue since, came by the two times that were told at collection:
   * half and nine of ten are promised. By the size of the lab, small ones first.
   */
  reportPromises: z.array(reportPromises),
  /** Most bookings first */
  cities: z.array(z.object({ city: z.enum([...cities, 'Other']), bookings: count })),
})
export type AnalyticsView = z.output<typeof analyticsView>

export const analyticsCalls = {
  getDashboard: route({
    method: 'GET',
    path: '/api/analytics/dashboard',
    ...forAdmins(...staffRoles),
    summary: "The platform's numbers",
    response: analyticsView,
  }),
}
