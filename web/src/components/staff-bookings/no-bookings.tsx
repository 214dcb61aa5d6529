import type { LucideIcon } from 'lucide-react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import type { BookingFilters } from './booking-filters'

type NoBookingsProps = {
  icon: LucideIcon
  filters: BookingFilters
  /** Said if no filter is set */
  children: string
}

/** The empty state of a filtered list. */
export function NoBookings({ icon, filters, children }: NoBookingsProps) {
  return (
    <EmptyState
      icon={icon}
      title="No bookings found"
      action={
        filters.isSet && (
          <Button variant="outline" onClick={filters.clear}>
            Clear filters
          </Button>
        )
      }
    >
      {filters.isSet ? 'Nothing matches these filters.' : children}
    </EmptyState>
  )
}
