import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Clock,
  FlaskConical,
  MessageCircleQuestion,
  Syringe,
  TriangleAlert,
} from 'lucide-react'
import type { BadgeStyle } from '@/ui/badge'

export const statusStyles: Record<BookingBadge, BadgeStyle> = {
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
