import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { dateText, dayAndTimeText } from '@/lib/format/dates'
import { samplesTexts } from './approach-texts'
import { whenText } from './texts'

export type TimelineStep = {
  status: BookingStatus
  label: string
  state: 'done' | 'current' | 'next' | 'later'
  /** When the status was reached; ISO 8601 */
  at?: string
  /** Of the next step: when to expect it */
  expected?: string
  /** What else is known of it */
  notes?: readonly string[]
}

const labels: Record<BookingStatus, string> = {
  pending: 'Booked',
  pending_customer_confirmation: 'Order prepared for you',
  confirmed: 'Confirmed',
  'sample-collection': 'Sample collection',
  'lab-processing': 'Lab processing',
  completed: 'Report ready',
  cancelled: 'Cancelled',
}

const labelOf = (status: BookingStatus, { recollection }: BookingView) =>
  recollection && status === 'pending_customer_confirmation' ? 'New collection offered' : labels[status]

/** Of a booking that its lab completed, without a report */
const reportAwaited = 'Report awaited'

const path: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
]

/** @returns the statuses that a booking has reached, its current one, and those that follow */
export function timelineSteps(booking: BookingView): TimelineStep[] {
  const reached = booking.timeline.map(({ status, at }, index, all): TimelineStep => {
    const isLast = index === all.length - 1
    if (isLast && status === 'completed' && booking.reportReleasedAt === null)
      return { status, label: reportAwaited, state: 'current' }
    const isEnd = status === 'completed' || status === 'cancelled'
    const step: TimelineStep = {
      status,
      label: labelOf(status, booking),
      at,
      state: isLast && !isEnd ? 'current' : 'done',
    }
    const notes = status === 'sample-collection' ? samplesTexts(booking) : []
    return notes.length > 0 ? { ...step, notes } : step
  })
  if (booking.status === 'cancelled') return reached
  if (booking.status === 'lab-processing' && booking.reportReleasedAt !== null)
    return [...reached.map(asDone), reportReady(booking.reportReleasedAt)]

  const currentIndex = Math.max(0, path.indexOf(booking.status))
  const following = path.slice(currentIndex + 1).map((status, index): TimelineStep => {
    const label = labels[status]
    if (index > 0) return { status, label, state: 'later' }
    const expected = expectedText(status, booking)
    return { status, label, state: 'next', ...(expected && { expected }) }
  })
  return [...reached, ...following]
}

const asDone = (step: TimelineStep): TimelineStep => ({ ...step, state: 'done' })

/** The customer has the report before the lab completes the booking. */
function reportReady(at: string): TimelineStep {
  return { status: 'completed', label: labels.completed, state: 'current', at }
}

function expectedText(next: BookingStatus, booking: BookingView): string | undefined {
  switch (next) {
    case 'confirmed':
      return booking.status === 'pending_customer_confirmation'
        ? `As soon as you confirm the ${booking.recollection ? 'time' : 'order'}`
        : 'Once a lab has taken your booking'
    case 'sample-collection':
      return whenText(booking)
    case 'lab-processing':
      return 'As soon as the sample reaches the lab'
    case 'completed': {
      if (booking.reportExpected) return `By ${dayAndTimeText(booking.reportExpected.latestBy)}`
      const collected = booking.timeline.find(({ status }) => status === 'sample-collection')
      // Reports are promised within 24 to 48 hours (specification, section 1).
      return collected && `By ${dateText(addDays(istDate(new Date(collected.at)), 2))}`
    }
    default:
      return undefined
  }
}
