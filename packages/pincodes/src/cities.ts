import { allPlaces } from './read-places.ts'

let cities: readonly string[] | undefined

/** @returns the cities of all PIN codes as `cityOfPincode` spells them, in alphabetical order: 725 */
export function citiesOfPincodes(): readonly string[] {
  cities ??= [...new Set(allPlaces().all.map(({ city }) => city))].sort()
  return cities
}
