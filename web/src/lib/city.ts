import { type City, cities, defaultCity } from '@jaanch/contracts/vocabulary'
import { useSyncExternalStore } from 'react'

const key = 'city'
const listeners = new Set<() => void>()
let chosen: City | undefined

function read(): City {
  if (chosen) return chosen
  try {
    const kept = localStorage.getItem(key)
    chosen = cities.find((city) => city === kept)
  } catch {
    // blocked storage: the default serves
  }
  chosen ??= defaultCity
  return chosen
}

export function chooseCity(city: City): void {
  chosen = city
  try {
    localStorage.setItem(key, city)
  } catch {
    // lasts as long as the page
  }
  for (const listener of listeners) listener()
}

export function useCity(): City {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => defaultCity,
  )
}

export function isCity(name: string | null): name is City {
  return cities.some((city) => city === name)
}
