import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { chooseCity, useCity } from '@/lib/city'
import { searchPath } from '@/lib/paths'
import { CitySelect } from './city-select'
import { SearchBox } from './search-box'

/** The search of a signed-in customer: Enter, or another city, leads to the results. */
export function CustomerSearch({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial)
  const city = useCity()
  const navigate = useNavigate()
  return (
    <SearchBox value={text} onChange={setText} onSearch={() => navigate(searchPath(text.trim(), city))}>
      <CitySelect
        city={city}
        onChange={(next) => {
          chooseCity(next)
          navigate(searchPath(text.trim(), next))
        }}
      />
    </SearchBox>
  )
}
