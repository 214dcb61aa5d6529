import { SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import type { ListFilters } from './use-booking-filters'

const FilterPanel = lazyPart(async () => (await import('./filter-panel')).FilterPanel, 'min-h-40')

type FilterButtonProps = { filters: ListFilters; className?: string; children: string }

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

export function OpenFilters({ filters, className }: { filters: ListFilters; className: string }) {
  if (!filters.isOpen) return null
  return (
    <div className={className}>
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
        <FilterPanel filters={filters} />
      </Suspense>
    </div>
  )
}
