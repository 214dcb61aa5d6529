import { cities } from '@jaanch/contracts/vocabulary'
import { LoaderCircle, LocateFixed, MapPin } from 'lucide-react'
import { useEffect } from 'react'
import { detectLocation, detectOnLoad, usePlace } from '@/lib/location/location-store'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'

const choices = cities.map((city) => ({ value: city, label: city }))

/** Where the search looks: the city, another one, or the one that the browser is in. */
export function LocationBar({ onChoose }: { onChoose: (city: string) => void }) {
  const { selected, detected, detecting } = usePlace()
  useEffect(detectOnLoad, [])
  const known = cities.some((city) => city === selected) ? (selected ?? '') : ''
  return (
    <div className="flex items-center gap-1 border-t pt-2 sm:gap-2">
      <p role="status" className="flex min-w-0 grow items-center gap-2 pl-3 leading-tight sm:pl-3.5">
        <MapPin className="size-4 shrink-0 text-brand-ink" aria-hidden />
        <span className="min-w-0">
          <span className="font-medium max-sm:block">
            {detecting ? 'Detecting location...' : (selected ?? 'Location not detected')}
          </span>
          {detected && !detecting && (
            <span className="whitespace-nowrap text-ink-soft text-xs"> (Auto-detected)</span>
          )}
        </span>
      </p>
      <Select
        label="Change City"
        shows="Change City"
        placeholder="Change City"
        value={known}
        onChange={onChoose}
        choices={choices}
        className="w-auto shrink-0 border-transparent bg-sunken px-3 font-medium text-sm"
      />
      <Button
        look="ghost"
        size="icon"
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
