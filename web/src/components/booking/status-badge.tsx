import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { Badge } from '@/ui/badge'
import { statusLooks } from './status'

export function StatusBadge({ status }: { status: BookingBadge }) {
  const { label, variant, icon } = statusLooks[status]
  return (
    // The key: a status that moves is a new badge, and rises into place
    <Badge key={status} variant={variant} icon={icon} className="animate-rise">
      {label}
    </Badge>
  )
}
