import { createStoredSetting } from '../storage'

/** @returns a city that the API takes; null for anything else */
export function parseCity(stored: unknown): string | null {
  const city = typeof stored === 'string' ? stored.trim() : ''
  return city.length > 0 && city.length <= 100 ? city : null
}

/** The city that was selected last. before-paint.js asks with it, too: until a city is known, it is the likely one. */
export const lastCity = createStoredSetting('city', parseCity)
