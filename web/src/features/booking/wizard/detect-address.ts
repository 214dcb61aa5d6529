import {
  currentPosition,
  GeolocationUnsupported,
  PositionUnavailable,
} from '@/features/catalogue/location/detect-city'
import { geocode } from '@/features/catalogue/location/geocode-calls'
import { hasCode } from '@/lib/http/api-error'
import type { AddressDraft } from './draft'

/** Specification, section 7. */
const positionOptions = { timeout: 15_000, enableHighAccuracy: true } satisfies PositionOptions

type DetectionProblem = { title: string; advice: string }

const problems = {
  unsupported: { title: 'Geolocation not supported', advice: 'Please enter your address manually.' },
  unavailable: {
    title: 'Unable to detect location',
    advice: 'Please check the location permissions of your browser.',
  },
  failed: { title: 'Location detection failed', advice: 'Please enter your address manually.' },
  incomplete: { title: 'Location detected but incomplete', advice: 'Please enter your city manually.' },
} satisfies Record<string, DetectionProblem>

export type DetectedAddress = { found: Partial<AddressDraft>; problem?: DetectionProblem }

/** Finds the parts of an address from the position of the browser, and the problem to show if the city is missing. */
export async function detectAddress(): Promise<DetectedAddress> {
  try {
    const { latitude, longitude } = await currentPosition(positionOptions)
    const { city, state, pincode } = await geocode(latitude, longitude)
    const found = Object.fromEntries(
      Object.entries({ city, state, pincode }).filter(([, value]) => Boolean(value)),
    )
    return city ? { found } : { found, problem: problems.incomplete }
  } catch (error) {
    console.warn('Could not detect the address', error)
    return { found: {}, problem: problemOf(error) }
  }
}

function problemOf(error: unknown): DetectionProblem {
  if (error instanceof GeolocationUnsupported) return problems.unsupported
  if (error instanceof PositionUnavailable) return problems.unavailable
  // The position is known, but the geocoder finds no city.
  if (hasCode(error, 'not-found')) return problems.incomplete
  return problems.failed
}
