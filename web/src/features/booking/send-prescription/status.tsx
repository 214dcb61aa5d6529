import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, Clock, PackageOpen } from 'lucide-react'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'

/** Label, icon and colour of every prescription status; `meaning` is for the customer (specification, section 4). */
export const prescriptionStatusStyles: Record<PrescriptionStatus, BadgeStyle & { meaning: string }> = {
  pending: { label: 'Pending', variant: 'accent', icon: Clock, meaning: 'Waiting for review' },
  processing: {
    label: 'Processing',
    variant: 'info',
    icon: PackageOpen,
    meaning: 'Your order is being created',
  },
  confirmed: { label: 'Confirmed', variant: 'success', icon: CircleCheck, meaning: 'Your order was created' },
  declined: {
    label: 'Declined',
    variant: 'error',
    icon: CircleX,
    meaning: 'No order was made from this prescription',
  },
}

export function PrescriptionStatusBadge({ status }: { status: PrescriptionStatus }) {
  return <StyledBadge key={status} {...prescriptionStatusStyles[status]} className="animate-rise" />
}
