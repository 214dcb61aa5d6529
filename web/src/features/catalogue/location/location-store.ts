import { defaultCity } from '@jaanch/contracts/vocabulary'
import { lastCity, parseCity } from '@/lib/location/last-city'
import { createStore, useStore } from '@/lib/store'
import { detectCity } from './detect-city'

/** The location of the search. The detected city is stored, and its tag shown, after the user has selected another one. */
type Place = { selected: string | null; detected: string | null; detecting: boolean }

const place = createStore<Place>({ selected: null, detected: null, detecting: false })
let hasStarted = false
/** Number of selections, so that a detection in progress does not replace a city that the user selects */
let selections = 0

function update(next: Partial<Place>): void {
  place.set({ ...place.get(), ...next })
  if (next.selected) lastCity.set(parseCity(next.selected))
}

export function selectCity(city: string): void {
  selections += 1
  update({ selected: city })
}

/** Runs once per page load, however often the search bar mounts. */
export function detectOnLoad(): void {
  if (hasStarted) return
  void detectLocation()
}

/** After a failure, which is only logged, Ahmedabad is the detected and selected city (specification, section 8). */
export async function detectLocation(): Promise<void> {
  if (place.get().detecting) return
  hasStarted = true
  const selectionsBefore = selections
  update({ detecting: true })
  const city = await detectCity().catch((error) => {
    console.warn('Could not detect the city', error)
    return defaultCity
  })
  const hasSelected = selectionsBefore !== selections
  update({ detecting: false, detected: city, ...(hasSelected ? {} : { selected: city }) })
}

export function usePlace(): Place {
  return useStore(place)
}

/** The selected city; until it is known, the one of the last page load; undefined if there was none. */
export function useLikelyCity(): string | undefined {
  const last = useStore(lastCity)
  const { selected } = usePlace()
  return (selected === null ? last : parseCity(selected)) ?? undefined
}
