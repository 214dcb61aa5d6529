import { allPlaces, kmPerDegree } from './read-places.ts'

/** @returns the city of a PIN code (its district, see read-places.ts); undefined for one that is not known */
export function cityOfPincode(pincode: string): string | undefined {
  const { all, rows } = allPlaces()
  const row = rows.get(pincode)
  return row === undefined ? undefined : all[row]?.city
}

/** Whether a PIN code has this city. */
export function isCityOfPincodes(city: string): boolean {
  return allPlaces().all.some((place) => place.city === city)
}

/**
 * The distance between the post offices of two PIN codes. Equirectangular: the error is below 0.5 % within 50 km.
 * @returns km; undefined if one of them is not known
 */
export function kmBetweenPincodes(one: string, other: string): number | undefined {
  const { lat, lng, rows } = allPlaces()
  const [a, b] = [rows.get(one), rows.get(other)]
  if (a === undefined || b === undefined) return undefined
  const [latA, latB] = [lat[a] as number, lat[b] as number]
  const longitudeScale = Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  const east = ((lng[a] as number) - (lng[b] as number)) * longitudeScale
  return Math.hypot(latA - latB, east) * kmPerDegree
}
