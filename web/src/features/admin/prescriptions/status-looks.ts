import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, Clock, FilePen, type LucideIcon } from 'lucide-react'
import type { BadgeVariant } from '@/ui/badge'

/** Every status with a word, an icon and a variant, so that colour never says it alone. */
export const statusLooks: Record<
  PrescriptionStatus,
  { label: string; variant: BadgeVariant; icon: LucideIcon }
> = {
  pending: { label: 'Pending', variant: 'accent', icon: Clock },
  processing: { label: 'Processing', variant: 'info', icon: FilePen },
  confirmed: { label: 'Confirmed', variant: 'success', icon: CircleCheck },
  declined: { label: 'Declined', variant: 'error', icon: CircleX },
}
