import { cities } from '@jaanch/contracts/vocabulary'
import { LoaderCircle, LocateFixed } from 'lucide-react'
import { detectLocation, usePlace } from '@/lib/location/location-store'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'
import { Tooltip } from '@/ui/tooltip'

const choices = cities.map((city) => ({ value: city, label: city }))

/** Another city, or the one that the browser is in. */
export function LocationControls({ onChoose }: { onChoose: (city: string) => void }) {
  const { selected, detecting } = usePlace()
  return (
    <>
      <div className="order-3 w-full sm:order-2 sm:w-36">
        <Select
          label="Change City"
          shows="Change City"
          placeholder="Change City"
          // A detected city may be one that is not offered.
          value={cities.find((city) => city === selected) ?? ''}
          onChange={onChoose}
          choices={choices}
          className="border-transparent bg-sunken px-3 font-medium text-sm"
        />
      </div>
      <Tooltip text="Detect location">
        <Button
          look="ghost"
          size="icon"
          className="order-2 sm:order-3"
          aria-label="Detect location"
          // Not disabled meanwhile: it would lose the focus.
          aria-busy={detecting}
          onClick={() => void detectLocation()}
        >
          {detecting ? <LoaderCircle className="animate-spin" aria-hidden /> : <LocateFixed aria-hidden />}
        </Button>
      </Tooltip>
    </>
  )
}
