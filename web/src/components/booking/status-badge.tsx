import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { Badge } from '@/ui/badge'
import { statusStyles } from './status'

export function StatusBadge({ status }: { status: BookingBadge }) {
  const { label, variant, icon } = statusStyles[status]
  return (
    // The key: a status that moves is a new badge, and rises into place
    <Badge key={status} variant={variant} icon={icon} className="animate-rise">
      {label}
    </Badge>
  )
}
