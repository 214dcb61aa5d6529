import { MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { detectOnLoad, usePlace } from '@/lib/location/location-store'
import { whenIdle } from '@/lib/when-idle'
import { Skeleton } from '@/ui/skeleton'

// The list of cities and its place on the screen (18 kB gzip) are not what anyone waits for.
const LocationControls = lazy(async () => {
  await whenIdle()
  return { default: (await import('./location-controls')).LocationControls }
})

/** Where the search looks. The tag stays when another city was chosen (specification, section 2.3). */
export function LocationBar({ onChoose }: { onChoose: (city: string) => void }) {
  const { selected, detected, detecting } = usePlace()
  useEffect(detectOnLoad, [])
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-t pt-2 sm:gap-x-2">
      <p role="status" className="flex min-w-0 grow basis-40 items-center gap-2 pl-2 leading-tight sm:pl-3.5">
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
      <Suspense fallback={<Waiting />}>
        <LocationControls onChoose={onChoose} />
      </Suspense>
    </div>
  )
}

/** In the measures of the controls. */
function Waiting() {
  return (
    <>
      <Skeleton className="order-3 h-11 w-full rounded-lg sm:order-2 sm:w-36" />
      <span className="order-2 size-11 sm:order-3" />
    </>
  )
}
