import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { emptyFilter, isFiltered } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'

const FilterPanel = lazyPart(async () => (await import('./filter-panel')).FilterPanel, 'min-h-40')

export type BookingFilters = ReturnType<typeof useBookingFilters>

export function useBookingFilters() {
  const [filter, setFilter] = useState(emptyFilter)
  const [isOpen, setOpen] = useState(false)
  return {
    filter,
    isSet: isFiltered(filter),
    set: setFilter,
    clear: () => setFilter(emptyFilter),
    isOpen,
    toggle: () => setOpen(!isOpen),
  }
}

type FilterButtonProps = { filters: BookingFilters; className?: string; children: string }

export function FilterButton({ filters, className, children }: FilterButtonProps) {
  return (
    <Button
      variant={filters.isSet ? 'soft' : 'outline'}
      aria-expanded={filters.isOpen}
      className={className}
      onClick={filters.toggle}
    >
      <SlidersHorizontal aria-hidden />
      {children}
    </Button>
  )
}

export function OpenFilters({ filters, className }: { filters: BookingFilters; className: string }) {
  if (!filters.isOpen) return null
  return (
    <div className={className}>
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
        <FilterPanel filter={filters.filter} onChange={filters.set} />
      </Suspense>
    </div>
  )
}
