import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Clock,
  FlaskConical,
  type LucideIcon,
  MessageCircleQuestion,
  Syringe,
  TriangleAlert,
} from 'lucide-react'
import type { Tone } from '@/ui/badge'

type Look = { label: string; tone: Tone; icon: LucideIcon }

/** Every status with a word, an icon and a tone, so that colour never says it alone. */
export const statusLooks: Record<BookingBadge, Look> = {
  pending: { label: 'Pending', tone: 'accent', icon: Clock },
  pending_customer_confirmation: {
    label: 'Awaiting Confirmation',
    tone: 'accent',
    icon: MessageCircleQuestion,
  },
  confirmed: { label: 'Confirmed', tone: 'brand', icon: BadgeCheck },
  'sample-collection': { label: 'Sample Collection', tone: 'info', icon: Syringe },
  'lab-processing': { label: 'Lab Processing', tone: 'info', icon: FlaskConical },
  completed: { label: 'Completed', tone: 'good', icon: CircleCheck },
  cancelled: { label: 'Cancelled', tone: 'bad', icon: CircleX },
  sample_collected: { label: 'Sample Collected', tone: 'info', icon: Syringe },
  'in-progress': { label: 'In Progress', tone: 'info', icon: FlaskConical },
  collecting: { label: 'Collecting', tone: 'info', icon: Syringe },
  'action-required': { label: 'Action Required', tone: 'accent', icon: TriangleAlert },
}
