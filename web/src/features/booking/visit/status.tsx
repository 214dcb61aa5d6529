import type { BookingView } from '@jaanch/booking/booking-view'
import { type BookingBadge, type BookingStatus, labAdvance } from '@jaanch/contracts/vocabulary'
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Clock,
  FileClock,
  FileText,
  FlaskConical,
  MessageCircleQuestion,
  Syringe,
  TriangleAlert,
} from 'lucide-react'
import { cn } from '@/lib/class-names'
import { dayAndTimeText } from '@/lib/format/dates'
import { useNow } from '@/lib/timing'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'

/** Label, icon and colour of every booking status, for badges, announcements and exports. */
export const bookingStatusStyles: Record<BookingBadge, BadgeStyle> = {
  pending: { label: 'Pending', variant: 'accent', icon: Clock },
  pending_customer_confirmation: {
    label: 'Awaiting Confirmation',
    variant: 'accent',
    icon: MessageCircleQuestion,
  },
  confirmed: { label: 'Confirmed', variant: 'brand', icon: BadgeCheck },
  'sample-collection': { label: 'Sample Collection', variant: 'info', icon: Syringe },
  'lab-processing': { label: 'Lab Processing', variant: 'info', icon: FlaskConical },
  completed: { label: 'Completed', variant: 'success', icon: CircleCheck },
  cancelled: { label: 'Cancelled', variant: 'error', icon: CircleX },
  sample_collected: { label: 'Sample Collected', variant: 'info', icon: Syringe },
  'in-progress': { label: 'In Progress', variant: 'info', icon: FlaskConical },
  collecting: { label: 'Collecting', variant: 'info', icon: Syringe },
  'action-required': { label: 'Action Required', variant: 'accent', icon: TriangleAlert },
}

export function StatusBadge({ status }: { status: BookingBadge }) {
  // The key replays the animation when the status changes.
  return <StyledBadge key={status} {...bookingStatusStyles[status]} className="animate-rise" />
}

/** Beside the status of a booking in the laboratory: its report is released already. */
export function ReportReadyBadge({
  booking: { status, reportReleasedAt },
}: {
  booking: Pick<BookingView, 'status' | 'reportReleasedAt'>
}) {
  if (status !== 'lab-processing' || reportReleasedAt === null) return null
  return <StyledBadge label="Report ready" variant="success" icon={FileText} className="animate-rise" />
}

/** Whether the customer is offered the report: as soon as one is released, and of every completed booking (specification, section 4) */
export function offersReport({
  status,
  reportReleasedAt,
}: Pick<BookingView, 'status' | 'reportReleasedAt'>): boolean {
  return status === 'completed' || (status !== 'cancelled' && reportReleasedAt !== null)
}

const uncollected: readonly BookingStatus[] = ['pending', 'pending_customer_confirmation', 'confirmed']

/** Whether the collection has not begun: until then an admin can move, cancel or reassign the booking. */
export function isBeforeCollection({ status }: Pick<BookingView, 'status'>): boolean {
  return uncollected.includes(status)
}

/** @returns the status after this one on the lab's path; undefined at its end and outside it (cancelled, awaiting the customer) */
export function nextStatus(status: BookingStatus): BookingStatus | undefined {
  const path: readonly BookingStatus[] = labAdvance
  const index = path.indexOf(status)
  return index < 0 ? undefined : path[index + 1]
}

/** Says when to expect the report of a booking, if one is awaited. */
export function ReportExpected({ booking }: { booking: Pick<BookingView, 'reportExpected'> }) {
  return booking.reportExpected ? <Awaited expected={booking.reportExpected} /> : null
}

function Awaited({ expected }: { expected: NonNullable<BookingView['reportExpected']> }) {
  const now = useNow()
  const isLate = expected.isLate || Date.parse(expected.latestBy) < now.getTime()
  return (
    <p className={cn('mt-3 flex gap-2 text-sm tabular-nums', isLate ? 'font-medium' : 'text-ink-soft')}>
      <FileClock className="mt-0.5 size-4 shrink-0" aria-hidden />
      {reportExpectedText(expected, now)}
    </p>
  )
}

type Expected = NonNullable<BookingView['reportExpected']>

/** @returns when to expect the report; once the latest time has passed without a newer one, that it is later than expected */
export function reportExpectedText({ likelyBy, latestBy, isLate }: Expected, now: Date): string {
  if (Date.parse(latestBy) < now.getTime()) return 'Report: later than expected'
  const latest = dayAndTimeText(latestBy)
  if (isLate) return `Report: later than expected, now by ${latest}`
  if (likelyBy === latestBy || Date.parse(likelyBy) < now.getTime()) return `Report expected by ${latest}`
  const likely = dayAndTimeText(likelyBy)
  const [day, time] = latest.split(', ')
  return `Report expected by ${likely}; at the latest ${day && likely.startsWith(day) ? time : latest}`
}
