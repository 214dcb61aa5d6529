import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { dateText } from '@/lib/format/dates'
import { whenText } from './when-text'

export type JourneyStep = {
  status: BookingStatus
  label: string
  state: 'done' | 'now' | 'next' | 'later'
  /** When it was reached; ISO 8601 */
  at?: string
  /** Of the next step: when to expect it */
  expect?: string
}

const labels: Partial<Record<BookingStatus, string>> = {
  pending: 'Booked',
  pending_customer_confirmation: 'Order prepared for you',
  confirmed: 'Confirmed',
  'sample-collection': 'Sample collection',
  'lab-processing': 'Lab processing',
  completed: 'Report ready',
  cancelled: 'Cancelled',
}

const way: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
]

/** The statuses behind a booking, where it is, and what comes. */
export function journeyOf(booking: BookingView): JourneyStep[] {
  const reached = booking.timeline.map(({ status, at }, place, all): JourneyStep => {
    const last = place === all.length - 1
    const ended = status === 'completed' || status === 'cancelled'
    return { status, label: labels[status] ?? status, at, state: last && !ended ? 'now' : 'done' }
  })
  if (booking.status === 'cancelled') return reached

  const here = Math.max(0, way.indexOf(booking.status))
  const ahead = way.slice(here + 1).map((status, place): JourneyStep => {
    const expect = place === 0 ? expectation(status, booking) : undefined
    const step: JourneyStep = {
      status,
      label: labels[status] ?? status,
      state: place === 0 ? 'next' : 'later',
    }
    return expect ? { ...step, expect } : step
  })
  return [...reached, ...ahead]
}

function expectation(next: BookingStatus, booking: BookingView): string | undefined {
  switch (next) {
    case 'confirmed':
      return booking.status === 'pending_customer_confirmation'
        ? 'As soon as you confirm the order'
        : 'Once a lab has taken your booking'
    case 'sample-collection':
      return whenText(booking)
    case 'lab-processing':
      return 'As soon as the sample reaches the lab'
    case 'completed': {
      const collected = booking.timeline.find(({ status }) => status === 'sample-collection')
      // Reports are promised within 24 to 48 hours (specification, section 1)
      return collected && `By ${dateText(addDays(istDate(new Date(collected.at)), 2))}`
    }
    default:
      return undefined
  }
}
