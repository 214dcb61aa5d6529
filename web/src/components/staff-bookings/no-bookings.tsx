import type { LucideIcon } from 'lucide-react'
import { EmptyState } from '@/ui/empty-state'
import type { ListFilters } from './use-booking-filters'

type NoBookingsProps = {
  icon: LucideIcon
  filters: ListFilters
  children: string
}

export function NoBookings({ icon, filters, children }: NoBookingsProps) {
  return (
    <EmptyState icon={icon} title="No bookings found" onClear={filters.isSet && filters.clear}>
      {filters.isSet ? 'Nothing matches these filters.' : children}
    </EmptyState>
  )
}
