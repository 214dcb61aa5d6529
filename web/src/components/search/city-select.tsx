import { cities } from '@jaanch/contracts/vocabulary'
import { Select } from '@/ui/select'

const choices = cities.map((city) => ({ value: city, label: city }))

type CitySelectProps = {
  /** May be a detected one that is not offered */
  city: string | null
  onChange: (city: string) => void
}

export function CitySelect({ city, onChange }: CitySelectProps) {
  return (
    <Select
      label="Change City"
      shows="Change City"
      placeholder="Change City"
      value={cities.find((one) => one === city) ?? ''}
      onChange={onChange}
      choices={choices}
      className="border-transparent bg-sunken px-3 font-medium text-sm"
    />
  )
}
