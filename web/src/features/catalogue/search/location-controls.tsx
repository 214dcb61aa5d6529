import { cities } from '@jaanch/contracts/vocabulary'
import { LoaderCircle, LocateFixed } from 'lucide-react'
import { detectLocation, usePlace } from '@/features/catalogue/location/location-store'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'
import { Tooltip } from '@/ui/tooltip'

const cityOptions = cities.map((city) => ({ value: city, label: city }))

export function LocationControls({ onSelect }: { onSelect: (city: string) => void }) {
  const { selected, detecting } = usePlace()
  return (
    <>
      <div className="w-23 shrink-0 min-[22rem]:w-31 sm:w-36">
        <Select
          label="Change City"
          displayText="Change City"
          placeholder="Change City"
          // A detected city can be missing in the options.
          value={cities.find((city) => city === selected) ?? ''}
          onChange={onSelect}
          options={cityOptions}
          className="border-transparent bg-sunken px-1.5 font-medium text-xs max-[22rem]:justify-center max-[22rem]:gap-0 max-[22rem]:[&_svg]:hidden min-[22rem]:px-2.5 sm:px-3 sm:text-sm"
        />
      </div>
      <Tooltip content="Detect location">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Detect location"
          // Not disabled during the detection: it would lose the focus.
          aria-busy={detecting}
          onClick={() => void detectLocation()}
        >
          {detecting ? <LoaderCircle className="animate-spin" aria-hidden /> : <LocateFixed aria-hidden />}
        </Button>
      </Tooltip>
    </>
  )
}
