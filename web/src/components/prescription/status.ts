import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, Clock, type LucideIcon, PackageOpen } from 'lucide-react'
import type { Tone } from '@/ui/badge'

type Look = { label: string; tone: Tone; icon: LucideIcon; meaning: string }

/** Every status of a prescription, and what it means to its customer (specification, section 4). */
export const prescriptionLooks: Record<PrescriptionStatus, Look> = {
  pending: { label: 'Pending', tone: 'accent', icon: Clock, meaning: 'Waiting for review' },
  processing: {
    label: 'Processing',
    tone: 'info',
    icon: PackageOpen,
    meaning: 'Your order is being created',
  },
  confirmed: { label: 'Confirmed', tone: 'good', icon: CircleCheck, meaning: 'Your order was created' },
  declined: {
    label: 'Declined',
    tone: 'bad',
    icon: CircleX,
    meaning: 'No order was made from this prescription',
  },
}
