import { Suspense } from 'react'
import type { ViewPage } from '@/lib/resources/saved-views'
import { lazyPart } from '@/ui/lazy-part'
import { TypedSearchInput } from '@/ui/search-input'
import { Segmented } from '@/ui/segmented'
import { keys } from './shortcut-keys'
import { days as daysTexts, filters as texts } from './texts'
import type { Day, ListFilters } from './use-booking-filters'

const days = (Object.entries(daysTexts.names) as [Day, string][]).map(([value, label]) => ({ value, label }))

const SavedViews = lazyPart(async () => (await import('./saved-views')).SavedViews)

type ListSearchProps = { filters: ListFilters; page: ViewPage }

/** The search of a staff list, the day of the visits that it shows, and the views that were saved of it. */
export function ListSearch({ filters, page }: ListSearchProps) {
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
        label={daysTexts.label}
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
