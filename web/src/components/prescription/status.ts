import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, Clock, type LucideIcon, PackageOpen } from 'lucide-react'
import type { BadgeVariant } from '@/ui/badge'

type Look = { label: string; variant: BadgeVariant; icon: LucideIcon; meaning: string }

/** Every status of a prescription, and what it means to its customer (specification, section 4). */
export const prescriptionStatusStyles: Record<PrescriptionStatus, Look> = {
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
