import { LoaderCircle, LocateFixed, MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { detectLocation, detectOnLoad, usePlace } from '@/lib/location/location-store'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

// The list of cities (16 kB gzip) is not what anyone waits for.
const CitySelect = lazy(async () => ({ default: (await import('./city-select')).CitySelect }))

/** Where the search looks: the city, another one, or the one that the browser is in. */
export function LocationBar({ onChoose }: { onChoose: (city: string) => void }) {
  const { selected, detected, detecting } = usePlace()
  useEffect(detectOnLoad, [])
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-t pt-2 sm:gap-x-2">
      <p role="status" className="flex min-w-0 grow basis-40 items-center gap-2 pl-3 leading-tight sm:pl-3.5">
        <MapPin className="size-4 shrink-0 text-brand-ink" aria-hidden />
        <span className="min-w-0">
          <span className="font-medium">
            {detecting ? 'Detecting location...' : (selected ?? 'Location not detected')}
          </span>
          {detected && !detecting && (
            <span className="whitespace-nowrap text-ink-soft text-xs"> (Auto-detected)</span>
          )}
        </span>
      </p>
      <div className="order-3 w-full sm:order-2 sm:w-36">
        <Suspense fallback={<Skeleton className="h-11 w-full rounded-lg" />}>
          <CitySelect city={selected} onChange={onChoose} />
        </Suspense>
      </div>
      <Button
        look="ghost"
        size="icon"
        className="order-2 sm:order-3"
        aria-label="Detect location"
        title="Detect location"
        // Not disabled meanwhile: it would lose the focus.
        aria-busy={detecting}
        onClick={() => void detectLocation()}
      >
        {detecting ? <LoaderCircle className="animate-spin" aria-hidden /> : <LocateFixed aria-hidden />}
      </Button>
    </div>
  )
}
