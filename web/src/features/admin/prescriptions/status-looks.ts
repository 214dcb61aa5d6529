import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, Clock, FilePen, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/ui/badge'

/** Every status with a word, an icon and a tone, so that colour never says it alone. */
export const statusLooks: Record<PrescriptionStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  pending: { label: 'Pending', tone: 'accent', icon: Clock },
  processing: { label: 'Processing', tone: 'info', icon: FilePen },
  confirmed: { label: 'Confirmed', tone: 'good', icon: CircleCheck },
  declined: { label: 'Declined', tone: 'bad', icon: CircleX },
}
