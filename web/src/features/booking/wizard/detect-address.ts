import {
  currentPosition,
  GeolocationUnsupported,
  PositionUnavailable,
} from '@/features/catalogue/location/detect-city'
import { geocode } from '@/features/catalogue/location/geocode-calls'
import { hasCode } from '@/lib/http/api-error'
import type { AddressDraft } from './draft'
import { detection as texts } from './texts'

/** Specification, section 7. */
const positionOptions = { timeout: 15_000, enableHighAccuracy: true } satisfies PositionOptions

type DetectionProblem = { title: string; advice: string }

const problems: Record<'unsupported' | 'unavailable' | 'failed' | 'incomplete', DetectionProblem> =
  texts.problems

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
