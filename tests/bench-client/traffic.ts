import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type AnalyticsView, analyticsDays } from '@jaanch/contracts/http/analytics'
import { maxAttentionCount } from '@jaanch/contracts/http/attention'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import { cities, labAdvance, timeSlots } from '@jaanch/contracts/vocabulary'

const packageNames = [
  'Complete Blood Count (CBC)',
  'Thyroid Profile',
  'Lipid Profile',
  'Fever Panel',
  'Diabetes Screening',
]
const lab = { id: randomUUID(), name: 'Sabarmati Diagnostics' }
const packages = packageNames.map((name) => ({ id: randomUUID(), name }))
/** A booking moves on this many times per second of the stream, after the others that wait. */
const movesPerBooking = labAdvance.length - 1

/** The bookings of a platform: `placed` at a rate, each moved through all its steps. */
export function createTraffic(stored: number) {
  let position = 1_000_000
  let placed = 0
  /** Newest first, as the API lists them */
  const bookings: BookingView[] = []
  const byId = new Map<string, BookingView>()
  /** Bookings that are not completed, the longest waiting first */
  const open: string[] = []

  function place(at: Date): BookingView {
    position += 1
    placed += 1
    const item = packages[placed % packages.length] as { id: string; name: string }
    const booking: BookingView = {
      id: randomUUID(),
      customerId: randomUUID(),
      packageId: item.id,
      package: item,
      packageName: item.name,
      packages: [item],
      visitSize: null,
      prescriptionId: null,
      labPartnerId: null,
      labPartnerName: null,
      city: cities[placed % cities.length] ?? null,
      collectionType: 'scheduled',
      scheduledDate: addDays(istDate(at), 1),
      scheduledTime: timeSlots[placed % timeSlots.length] ?? null,
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'upi',
      totalAmount: 899,
      discountAmount: 100,
      finalAmount: 799,
      specialInstructions: null,
      priority: 'medium',
      createdAt: at.toISOString(),
      familyMember: null,
      visitId: null,
      customerMoves: 0,
      reportReleasedAt: null,
      review: null,
      moves: [],
      orderNumber: `JN-2026-${String(placed).padStart(6, '0')}`,
      timeline: [{ status: 'pending', at: at.toISOString(), actor: 'customer' }],
      position,
    }
    byId.set(booking.id, booking)
    return booking
  }

  function advance(id: string, at: Date): BookingView {
    position += 1
    const before = byId.get(id) as BookingView
    const status = labAdvance[labAdvance.indexOf(before.status as 'pending') + 1] ?? 'completed'
    const timeline = [...before.timeline, { status, at: at.toISOString(), actor: 'lab-partner' }]
    const after = { ...before, status, timeline, labPartnerId: lab.id, labPartnerName: lab.name, position }
    byId.set(id, after)
    if (status !== 'completed') open.push(id)
    return after
  }

  const now = Date.now()
  for (let age = 0; age < stored; age += 1) {
    const booking = place(new Date(now - (age + 1) * 60_000))
    bookings.push(booking)
    if (age < 400) open.push(booking.id)
  }

  return {
    position: () => position,
    count: () => bookings.length,
    /** @returns rows from an index, as they are now */
    page: (from: number, limit: number) =>
      bookings.slice(from, from + limit).map(({ id }) => byId.get(id) as BookingView),
    find: (id: string) => byId.get(id),
    /** One booking is placed and others move on. @returns the changed rows in order of position */
    step(): BookingView[] {
      const at = new Date()
      const booking = place(at)
      bookings.unshift(booking)
      const moved = open.splice(0, movesPerBooking).map((id) => advance(id, at))
      open.push(booking.id)
      return [booking, ...moved]
    },
    analytics: (): AnalyticsView => analyticsOf(placed),
  }
}

export type Traffic = ReturnType<typeof createTraffic>

/** Numbers that all move with each booking, which is the most that a message can change. */
function analyticsOf(placed: number): AnalyticsView {
  const today = istDate(new Date())
  const share = (part: number) => Math.floor(placed * part)
  return {
    totalUsers: 5_000 + share(0.1),
    totalPackages: 104,
    needsAttention: {
      unassigned: Math.min(maxAttentionCount, share(0.01)),
      'instant-late': 3,
      'slot-missed': 12,
      'report-late': 40,
      'not-confirmed': 2,
    },
    waitingLabs: 2,
    days: Array.from({ length: analyticsDays }, (_, index) => {
      const isToday = index === analyticsDays - 1
      const bookings = isToday ? placed : 800 + 13 * index
      return { date: addDays(today, index + 1 - analyticsDays), bookings, revenue: bookings * 700 }
    }),
    funnel: {
      placed,
      confirmed: share(0.95),
      'sample-collection': share(0.9),
      'lab-processing': share(0.85),
      completed: share(0.8),
      cancelled: share(0.03),
    },
    slots: [...timeSlots, 'other' as const].map((slot, index) => ({
      slot,
      scheduled: share(0.1) + index,
      instant: share(0.02),
    })),
    turnaround: Array.from({ length: 8 }, (_, index) => ({
      labPartnerId: `00000000-0000-4000-8000-00000000000${index}`,
      labName: `${lab.name} ${index + 1}`,
      completed: share(0.1) + index,
      medianMinutes: 1_400 + (placed % 60),
      p90Minutes: 2_600 + (placed % 90),
    })),
    cancellations: [
      { reason: 'customer-request', bookings: share(0.02) },
      { reason: 'duplicate', bookings: share(0.01) },
    ],
    packages: packages.map(({ id, name }, index) => ({
      packageId: id,
      name,
      bookings: share(0.1) - index,
      revenue: share(0.1) * 799,
    })),
    otherPackages: { bookings: share(0.3), revenue: share(0.3) * 500 },
    cities: cities.map((city, index) => ({ city, bookings: share(0.1) - index })),
  }
}
