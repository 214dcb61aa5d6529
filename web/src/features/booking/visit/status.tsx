import type { BookingView } from '@jaanch/booking/booking-view'
import { type BookingBadge, type BookingStatus, labAdvance } from '@jaanch/contracts/vocabulary'
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Clock,
  FileText,
  FlaskConical,
  MessageCircleQuestion,
  Syringe,
  TriangleAlert,
} from 'lucide-react'
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

/** @returns the status after this one on the lab's path; undefined at its end and outside it (cancelled, awaiting the customer) */
export function nextStatus(status: BookingStatus): BookingStatus | undefined {
  const path: readonly BookingStatus[] = labAdvance
  const index = path.indexOf(status)
  return index < 0 ? undefined : path[index + 1]
}
