import { MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { cn } from '@/lib/class-names'
import { detectOnLoad, usePlace } from '@/lib/location/location-store'
import { waitUntilIdle } from '@/lib/timing'
import { Skeleton } from '@/ui/skeleton'

// The list of cities and its place on the screen (18 kB gzip) are not what anyone waits for.
const LocationControls = lazy(async () => {
  await waitUntilIdle()
  return { default: (await import('./location-controls')).LocationControls }
})

/** Where the search looks. The tag stays when another city was chosen (specification, section 2.3). */
export function LocationBar({ onChoose }: { onChoose: (city: string) => void }) {
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
        {/* On a phone two lines stand beside the controls, cut where they are long */}
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
      <Skeleton className="h-11 w-23 shrink-0 rounded-lg min-[22rem]:w-31 sm:w-36" />
      <span className="size-11 shrink-0" />
    </>
  )
}
