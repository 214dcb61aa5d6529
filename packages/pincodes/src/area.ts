import { allPlaces, nearestRow } from './read-places.ts'

/** The area of a visit, as labs declare areas: a PIN code of the list, and its city */
export type Area = { pincode: string; city: string }

/**
 * The area that a PIN code is in: the one answer for slots that are shown, held and booked, and for the labs that are ranked. A code
 * that the list lacks is in the area of the known code nearest to it (`nearestRow`), so that nobody evades a limit with it.
 * @returns the code itself with the city '', which no lab can declare, if no known code begins with its three digits
 */
export function areaOfPincode(pincode: string): Area {
  const row = nearestRow(pincode)
  const place = row === undefined ? undefined : allPlaces().all[row]
  return place ? { pincode: place.pincode, city: place.city } : { pincode, city: '' }
}
