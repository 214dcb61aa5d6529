import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { selectCity, usePlace } from '@/lib/location/location-store'
import { searchPath } from '@/lib/paths'
import { LocationBar } from './location-bar'
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
