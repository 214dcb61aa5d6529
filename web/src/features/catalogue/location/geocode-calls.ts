import { pincodePattern, plainPincode } from '@jaanch/contracts/typed-numbers'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'

/** @returns city, state and PIN code of a position; rejects with 404 if there is no city nearby */
export function geocode(lat: number, lng: number) {
  return call('GET', '/api/geocode', { query: { lat, lng } })
}

/** @returns the six digits of a PIN code in any notation that the API takes; null for anything else */
export function completePincode(typed: string): string | null {
  const pincode = plainPincode(typed)
  return pincodePattern.test(pincode) ? pincode : null
}

/** City and state of a PIN code, or else of a city, and whether a lab is near; undefined for null and while that is not known. */
export function useArea({ pincode, city }: { pincode: string | null; city: string | null }) {
  const query = pincode ? { pincode } : city?.trim() ? { city: city.trim() } : null
  return useResource(query && '/api/geocode/area', query ? { query } : {}).data
}
