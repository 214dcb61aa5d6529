import { type City, cities } from '@jaanch/contracts/vocabulary'
import { MapPin } from 'lucide-react'
import { Select } from '@/ui/select'

const choices = cities.map((city) => ({ value: city, label: city }))

type CitySelectProps = { city: City; onChange: (city: City) => void }

/** The place of the search. Detecting it comes later, beside this. */
export function CitySelect({ city, onChange }: CitySelectProps) {
  return (
    <div className="relative flex items-center sm:w-44">
      <MapPin className="pointer-events-none absolute left-3.5 size-4 text-brand-ink" aria-hidden />
      <Select
        label="Change City"
        value={city}
        onChange={(next) => onChange(next as City)}
        choices={choices}
        className="h-12 border-transparent bg-sunken pl-10 font-medium"
      />
    </div>
  )
}
