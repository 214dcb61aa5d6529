import { defaultCity } from '@jaanch/contracts/vocabulary'
import { useSyncExternalStore } from 'react'
import { detectCity } from './detect-city'

/** Where the search looks. A detected city stays known, and its tag shown, after another was chosen. */
export type Place = { selected: string | null; detected: string | null; detecting: boolean }

const nowhere: Place = { selected: null, detected: null, detecting: false }

let place = nowhere
let begun = false
/** Counts the choices: who chooses while we are detecting is not overruled */
let choices = 0
const listeners = new Set<() => void>()

function change(next: Partial<Place>): void {
  place = { ...place, ...next }
  for (const listener of listeners) listener()
}

export function chooseCity(city: string): void {
  choices += 1
  change({ selected: city })
}

/** Runs once for each load of the page, however often the search bar comes and goes. */
export function detectOnLoad(): void {
  if (begun) return
  void detectLocation()
}

/** A failure is only logged: Ahmedabad then serves as both (specification, section 8). */
export async function detectLocation(): Promise<void> {
  if (place.detecting) return
  begun = true
  const before = choices
  change({ detecting: true })
  const city = await detectCity().catch((error) => {
    console.warn('Could not detect the city', error)
    return defaultCity
  })
  const overruled = before !== choices
  change({ detecting: false, detected: city, ...(overruled ? {} : { selected: city }) })
}

export function usePlace(): Place {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
    () => nowhere,
  )
}
