import { type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { TypedSearchInput } from '@/ui/search-input'
import { Segmented } from '@/ui/segmented'
import { Skeleton } from '@/ui/skeleton'
import { keys } from './list-keys'
import type { ViewPage } from './saved-views'
import type { Day, ListFilters } from './use-booking-filters'

const texts = {
  search: 'Search bookings',
  searchExample: 'Name, phone, area or order',
  days: 'Day of the visit',
  dayNames: { '': 'Any day', today: 'Today', tomorrow: 'Tomorrow' },
}

const FilterPanel = lazyPart(async () => (await import('./filter-panel')).FilterPanel, 'min-h-40')

type FilterButtonProps = { filters: ListFilters; className?: string; children: string }

export function FilterButton({ filters, className, children }: FilterButtonProps) {
  return (
    <Button
      icon={SlidersHorizontal}
      variant={filters.isSet ? 'soft' : 'outline'}
      aria-expanded={filters.isOpen}
      className={className}
      onClick={filters.toggle}
    >
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

const days = (Object.entries(texts.dayNames) as [Day, string][]).map(([value, label]) => ({ value, label }))

const SavedViews = lazyPart(async () => (await import('./saved-views')).SavedViews)

/** The search of a staff list, the day of the visits that it shows, and the views that were saved of it. */
export function ListSearch({ filters, page }: { filters: ListFilters; page: ViewPage }) {
  return (
    <>
      <search className="min-w-0 grow max-sm:w-full sm:max-w-64">
        <TypedSearchInput
          aria-label={texts.search}
          aria-keyshortcuts={keys.search}
          placeholder={texts.searchExample}
          maxLength={100}
          value={filters.filter.q}
          onText={filters.search}
        />
      </search>
      <Segmented
        label={texts.days}
        value={filters.day}
        options={days}
        onChange={filters.showDay}
        className="max-sm:w-full"
      />
      <Suspense fallback={<div className="h-11 w-24" />}>
        <SavedViews page={page} />
      </Suspense>
    </>
  )
}

type NoBookingsProps = {
  icon: LucideIcon
  filters: ListFilters
  children: string
}

export function NoBookings({ icon, filters, children }: NoBookingsProps) {
  return (
    <EmptyState
      icon={icon}
      title="No bookings found"
      onClear={filters.isSet && filters.clear}
      text={filters.isSet ? 'Nothing matches these filters.' : children}
    />
  )
}
