import { MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { detectOnLoad, selectCity, usePlace } from '@/features/catalogue/location/location-store'
import { cn } from '@/lib/class-names'
import { loadPart } from '@/lib/parts/load-part'
import { searchPath } from '@/lib/paths'
import { waitUntilIdle } from '@/lib/timing'
import { Skeleton } from '@/ui/skeleton'
import { SearchBox } from './search-box'

export function CustomerSearch({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial)
  const { selected } = usePlace()
  const navigate = useNavigate()

  function search(city: string | null) {
    navigate(searchPath(text.trim(), city ?? undefined))
  }

  return (
    <SearchBox value={text} onChange={setText} onSearch={() => search(selected)}>
      <LocationBar
        onSelect={(city) => {
          selectCity(city)
          search(city)
        }}
      />
    </SearchBox>
  )
}

// The list of cities (18 kB gzip with its select) loads after the page is idle.
const LocationControls = lazy(async () => {
  await waitUntilIdle()
  return { default: (await loadPart(() => import('./location-controls'))).LocationControls }
})

/** The location of the search. The tag stays after another city was selected (specification, section 2.3). */
function LocationBar({ onSelect }: { onSelect: (city: string) => void }) {
  const { selected, detected, detecting } = usePlace()
  useEffect(detectOnLoad, [])
  const isKnown = selected !== null && !detecting
  return (
    <div className="flex min-w-0 items-center gap-0.5 border-t pt-2 min-[22rem]:gap-1 sm:gap-2">
      <p
        role="status"
        className="flex min-w-0 grow items-center gap-2 pl-1 leading-tight min-[22rem]:pl-2 sm:pl-3.5"
      >
        <MapPin className="size-4 shrink-0 text-brand-ink" aria-hidden />
        {/* Two truncated lines beside the controls on a phone */}
        <span className="min-w-0">
          <span className={cn('font-medium', isKnown && 'max-sm:block max-sm:truncate')}>
            {detecting ? 'Detecting location...' : (selected ?? 'Location not detected')}
          </span>
          {detected && !detecting && (
            <span className="whitespace-nowrap text-ink-soft text-xs max-sm:block max-sm:truncate">
              {' '}
              (Auto-detected)
            </span>
          )}
        </span>
      </p>
      <Suspense fallback={<ControlsSkeleton />}>
        <LocationControls onSelect={onSelect} />
      </Suspense>
    </div>
  )
}

function ControlsSkeleton() {
  return (
    <>
      <Skeleton className="h-11 w-23 shrink-0 rounded-lg min-[22rem]:w-31 sm:w-36" />
      <span className="size-11 shrink-0" />
    </>
  )
}
