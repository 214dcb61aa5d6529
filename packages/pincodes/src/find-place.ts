import { allPlaces, type Place } from './read-places.ts'

/** @returns city and state of a PIN code of the list; undefined for another one, which may be mistyped */
export function placeOfPincode(pincode: string): Place | undefined {
  const { all, rows } = allPlaces()
  const row = rows.get(pincode)
  return row === undefined ? undefined : all[row]
}

/** @param city in any spelling of upper and lower case @returns the city with one of its PIN codes; undefined if it is not known */
export function placeOfCity(city: string): Place | undefined {
  const name = city.trim().toLowerCase()
  return allPlaces().all.find((place) => place.city.toLowerCase() === name)
}
