import { ApiError } from '@/lib/api/api-error'
import { geocode } from '@/lib/api/geocode'
import { currentPosition, GeolocationUnsupported, PositionUnavailable } from '@/lib/location/position'
import type { AddressDraft } from './draft'

/** The wizard's flow (specification, section 7): 15 s, as exactly as the device can. */
const asked = { timeout: 15_000, enableHighAccuracy: true } satisfies PositionOptions

export type Complaint = { title: string; advice: string }

const complaints = {
  unsupported: { title: 'Geolocation not supported', advice: 'Please enter your address manually.' },
  unavailable: {
    title: 'Unable to detect location',
    advice: 'Please check the location permissions of your browser.',
  },
  failed: { title: 'Location detection failed', advice: 'Please enter your address manually.' },
  incomplete: { title: 'Location detected but incomplete', advice: 'Please enter your city manually.' },
} as const satisfies Record<string, Complaint>

export type Detected = { found: Partial<AddressDraft>; complaint?: Complaint }

/** What can be known of an address from where the browser is, and what to say where it is not enough. */
export async function detectAddress(): Promise<Detected> {
  try {
    const { latitude, longitude } = await currentPosition(asked)
    const { city, state, pincode } = await geocode(latitude, longitude)
    const found = Object.fromEntries(
      Object.entries({ city, state, pincode }).filter(([, value]) => Boolean(value)),
    )
    return city ? { found } : { found, complaint: complaints.incomplete }
  } catch (error) {
    console.warn('Could not detect the address', error)
    return { found: {}, complaint: complaintOf(error) }
  }
}

function complaintOf(error: unknown): Complaint {
  if (error instanceof GeolocationUnsupported) return complaints.unsupported
  if (error instanceof PositionUnavailable) return complaints.unavailable
  // The position is known; the geocoder knows no city there.
  if (error instanceof ApiError && error.status === 404) return complaints.incomplete
  return complaints.failed
}
